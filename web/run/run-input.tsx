import { useState } from "react";
import type { RunInputField, RunInputForm } from "#server/core/run-input-fields.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { Note } from "#web/ui/note.tsx";
import styles from "./run-input.module.css";
import { type InputDraft, otherWay } from "./run-input-draft.ts";

type RunInputProps = {
  form: RunInputForm;
  titleOf: (stepId: string) => string;
  draft: InputDraft;
  problems: Readonly<Record<string, string>>;
  onChange: (draft: InputDraft) => void;
};

/** What a run that is started by hand is given: a field for each name that steps read, or JSON. */
export function RunInput({ form, titleOf, draft, problems, onChange }: RunInputProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const isJson = draft.mode === "json";
  const names = (ids: readonly string[]) => ids.map((id) => `“${titleOf(id)}”`).join(", ");

  function turn() {
    const turned = otherWay(form, draft);
    setRefused(turned.ok ? null : turned.error);
    if (turned.ok) onChange(turned.value);
  }

  return (
    <fieldset className={styles["input"]}>
      <legend>Run input</legend>
      {form.fields.length > 0 && (
        <button type="button" className={joinClasses(controls["linkButton"], styles["turn"])} onClick={turn}>
          {isJson ? "As fields" : "As JSON"}
        </button>
      )}
      {isJson ? (
        <FormField
          label="As JSON"
          problem={problems["json"]}
          hint={`May be left empty.${form.wholeReaders.length > 0 ? ` Given whole to ${names(form.wholeReaders)}.` : ""}`}
        >
          {(parts) => (
            <textarea
              {...parts}
              className={joinClasses(controls["field"], controls["mono"])}
              rows={6}
              spellCheck={false}
              placeholder='{ "order": 42 }'
              value={draft.json}
              onChange={(event) => onChange({ ...draft, json: event.currentTarget.value })}
            />
          )}
        </FormField>
      ) : (
        form.fields.map((field) => (
          <FormField
            key={field.name}
            label={field.name}
            problem={problems[field.name]}
            hint={`Read by ${names(field.steps)}.`}
          >
            {(parts) => (
              <Control
                field={field}
                parts={parts}
                text={draft.texts[field.name] ?? ""}
                onChange={(text) => onChange({ ...draft, texts: { ...draft.texts, [field.name]: text } })}
              />
            )}
          </FormField>
        ))
      )}
      {!isJson && form.wholeReaders.length > 0 && (
        <p className={styles["whole"]}>
          {names(form.wholeReaders)} {form.wholeReaders.length === 1 ? "gets" : "get"} the input whole: what
          has no field here can be given as JSON.
        </p>
      )}
      {refused !== null && <Note level="warning">{refused}</Note>}
    </fieldset>
  );
}

type ControlProps = {
  field: RunInputField;
  parts: Parameters<Parameters<typeof FormField>[0]["children"]>[0];
  text: string;
  onChange: (text: string) => void;
};

function Control({ field: { type }, parts, text, onChange }: ControlProps) {
  if (type === "boolean") {
    return (
      <select
        {...parts}
        className={controls["field"]}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">Not given</option>
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    );
  }
  if (type === "json") {
    return (
      <textarea
        {...parts}
        className={joinClasses(controls["field"], controls["mono"])}
        rows={3}
        spellCheck={false}
        placeholder="JSON"
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <input
      {...parts}
      className={controls["field"]}
      inputMode={type === "number" ? "decimal" : "text"}
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
