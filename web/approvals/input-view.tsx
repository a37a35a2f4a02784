import type { Json } from "#server/core/json.ts";
import { joinClasses } from "#web/join-classes.ts";
import styles from "./input-view.module.css";
import { readableFields } from "./readable-input.ts";

type InputViewProps = { value: Json; isExact: boolean };

/** An input to read: field by field, or exactly as the JSON that is sent. */
export function InputView({ value, isExact }: InputViewProps) {
  if (isExact) return <Block text={JSON.stringify(value, null, 2)} isData />;
  const fields = readableFields(value);
  if (fields.length === 0) return <p className={styles["none"]}>No fields.</p>;
  return (
    <dl className={styles["fields"]}>
      {fields.map((field) => (
        <div key={field.name} className={field.form === "line" ? styles["line"] : undefined}>
          <dt>{field.name ?? "Value"}</dt>
          <dd>
            {field.form === "line" ? field.text : <Block text={field.text} isData={field.form === "json"} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Block({ text, isData }: { text: string; isData: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long input has to be scrollable by keyboard.
    <pre tabIndex={0} className={joinClasses(styles["block"], isData && styles["data"])}>
      {text}
    </pre>
  );
}
