import type { JsonSchema } from "#server/core/json.ts";
import controls from "#web/ui/controls.module.css";
import { type SchemaField, schemaFields } from "./schema-fields.ts";
import styles from "./schema-table.module.css";

type SchemaTableProps = { schema: JsonSchema; label: string; none: string; isInput: boolean };

/** The fields of a schema as rows: name, type, whether it is needed, what it means. */
export function SchemaTable({ schema, label, none, isInput }: SchemaTableProps) {
  const fields = schemaFields(schema);
  if (fields.length === 0) return <p className={styles["none"]}>{none}</p>;
  return (
    <table className={styles["table"]} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <Row key={field.path} field={field} isInput={isInput} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ field, isInput }: { field: SchemaField; isInput: boolean }) {
  const { path, name, depth, type, isRequired, description, facts } = field;
  const within = path.slice(0, path.length - name.length);
  return (
    <tr data-depth={depth}>
      <th scope="row">
        <code>
          {within !== "" && <span className={controls["hidden"]}>{within}</span>}
          {name}
        </code>
        {isInput && isRequired && <em>required</em>}
      </th>
      <td>{type}</td>
      <td>
        {description !== "" && <p>{description}</p>}
        {facts.length > 0 && <p className={styles["facts"]}>{facts.join(" · ")}</p>}
      </td>
    </tr>
  );
}
