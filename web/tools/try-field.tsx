import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { WordsWithCode } from "#web/ui/words-with-code.tsx";
import { insertInJson, insertText } from "./insert-secret.ts";
import { SecretPicker } from "./secret-picker.tsx";
import type { TryField } from "./try-draft.ts";
import styles from "./try-tool.module.css";

type TryFieldProps = {
  field: TryField;
  text: string;
  problem: string | undefined;
  takesSecrets: boolean;
  onChange: (text: string) => void;
};

type ControlProps = Pick<TryFieldProps, "field" | "text" | "onChange"> & {
  parts: Parameters<Parameters<typeof FormField>[0]["children"]>[0];
};

const CONTROL_HINTS: Partial<Record<TryField["control"], string>> = {
  json: "JSON.",
  any: "JSON; anything else counts as text.",
};

/** One parameter of a tool, with the control that its type asks for. */
export function TryFieldRow({ field, text, problem, takesSecrets, onChange }: TryFieldProps) {
  const { name, description, isRequired, control, example } = field;
  const label = name ?? "Input";
  const hint = [sentence(description), CONTROL_HINTS[control]].filter(Boolean).join(" ");
  const isWritten = control === "text" || control === "json" || control === "any";
  return (
    <FormField
      label={isRequired || name === null ? label : `${label} (optional)`}
      problem={problem}
      {...(hint !== "" && { hint: <WordsWithCode text={hint} /> })}
      className={styles["field"]}
    >
      {(parts) => (
        <div className={styles["control"]}>
          <Control field={field} parts={parts} text={text} onChange={onChange} />
          {takesSecrets && isWritten && (
            <SecretPicker
              label={`Insert a secret into ${label}`}
              onPick={(reference, at) =>
                onChange(
                  control === "json"
                    ? insertInJson(text, example, reference, at)
                    : insertText(text, reference, at),
                )
              }
            />
          )}
        </div>
      )}
    </FormField>
  );
}

function sentence(text: string): string {
  return text === "" || /[.!?:)…]$/.test(text) ? text : `${text}.`;
}

function Control({ field, parts, text, onChange }: ControlProps) {
  const { control, options, isRequired, example } = field;
  if (control === "boolean" || control === "choice") {
    const values = control === "boolean" ? [true, false] : options;
    return (
      <select
        {...parts}
        className={controls["field"]}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{isRequired ? "Choose one" : "Left out"}</option>
        {values.map((value) => (
          <option key={JSON.stringify(value)} value={JSON.stringify(value)}>
            {typeof value === "string" ? value : JSON.stringify(value)}
          </option>
        ))}
      </select>
    );
  }
  if (control === "number") {
    return (
      <input
        {...parts}
        className={controls["field"]}
        inputMode="decimal"
        autoComplete="off"
        placeholder={example}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <textarea
      {...parts}
      className={joinClasses(controls["field"], styles["text"], control !== "text" && controls["mono"])}
      rows={control === "json" ? 3 : 1}
      autoComplete="off"
      spellCheck={false}
      placeholder={example}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
