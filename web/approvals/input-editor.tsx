import { useId } from "react";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { type InputDraft, WHOLE } from "./input-draft.ts";
import styles from "./input-editor.module.css";

type InputEditorProps = { draft: InputDraft; onChange: (draft: InputDraft) => void };

const MOST_ROWS = 16;
// About as many letters as a line of the field has.
const LINE = 80;

/** A text area for each text field, as text; one of JSON for everything else. */
export function InputEditor({ draft, onChange }: InputEditorProps) {
  const names = Object.keys(draft.texts);
  return (
    <div className={styles["editor"]}>
      {names.map((name) => (
        <Field
          key={name}
          label={name === WHOLE ? "Text" : name}
          text={draft.texts[name] ?? ""}
          onChange={(text) => onChange({ ...draft, texts: { ...draft.texts, [name]: text } })}
        />
      ))}
      {(draft.rest !== "" || names.length === 0) && (
        <Field
          label={names.length === 0 ? "Input as JSON" : "Other fields as JSON"}
          text={draft.rest}
          isData
          onChange={(rest) => onChange({ ...draft, rest })}
        />
      )}
    </div>
  );
}

function rowsOf(text: string): number {
  return text.split("\n").reduce((sum, line) => sum + Math.ceil((line.length + 1) / LINE), 0);
}

type FieldProps = { label: string; text: string; isData?: boolean; onChange: (text: string) => void };

function Field({ label, text, isData = false, onChange }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={joinClasses(controls["field"], isData && controls["mono"])}
        rows={Math.min(MOST_ROWS, rowsOf(text))}
        spellCheck={!isData}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
