import { useState } from "react";
import type { JsonSchema } from "#server/core/json.ts";
import controls from "#web/ui/controls.module.css";
import { WordsWithCode } from "#web/ui/words-with-code.tsx";
import { type SchemaField, schemaFields } from "./schema-fields.ts";
import styles from "./schema-table.module.css";

type SchemaTableProps = { schema: JsonSchema; label: string; none: string; isInput: boolean };

/** The fields of a schema as rows: name, type, whether it is needed, what it means. */
export function SchemaTable({ schema, label, none, isInput }: SchemaTableProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const fields = schemaFields(schema, opened);
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
          <Row
            key={field.path}
            field={field}
            isInput={isInput}
            isOpened={opened.has(field.path)}
            onToggle={() => setOpened(toggled(opened, field.path))}
          />
        ))}
      </tbody>
    </table>
  );
}

function toggled(paths: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const next = new Set(paths);
  if (!next.delete(path)) next.add(path);
  return next;
}

type RowProps = { field: SchemaField; isInput: boolean; isOpened: boolean; onToggle: () => void };

function Row({ field, isInput, isOpened, onToggle }: RowProps) {
  const { path, name, depth, type, isRequired, isForm, description, facts, isFolded } = field;
  const within = path.slice(0, path.length - name.length);
  return (
    <tr
      data-depth={depth}
      data-form={isForm || undefined}
      ref={(row) => row?.style.setProperty("--depth", String(depth))}
    >
      <th scope="row">
        {isForm ? (
          <span className={styles["form"]}>{name}</span>
        ) : (
          <code>
            {within !== "" && <span className={controls["hidden"]}>{within}</span>}
            {name}
          </code>
        )}
        {isInput && isRequired && <em>required</em>}
      </th>
      <td>{type}</td>
      <td>
        {description !== "" && (
          <p>
            <WordsWithCode text={description} />
          </p>
        )}
        {facts.length > 0 && <p className={styles["facts"]}>{facts.join(" · ")}</p>}
        {(isFolded || isOpened) && (
          <button
            type="button"
            className={controls["linkButton"]}
            aria-expanded={isOpened}
            onClick={onToggle}
          >
            {isOpened ? "Less" : "More"}
            <span className={controls["hidden"]}> of {path}</span>
          </button>
        )}
      </td>
    </tr>
  );
}
