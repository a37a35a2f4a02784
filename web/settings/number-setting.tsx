import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { SettingsChange, SettingsView } from "#server/core/settings.ts";
import { announce } from "#web/announce.tsx";
import { errorSentence, putJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import styles from "./number-setting.module.css";

type NumberSettingProps = {
  label: string;
  hint: string;
  /** null where the field is left empty. */
  value: number | null;
  most: number;
  /** Whether an empty field has a meaning of its own. */
  mayBeEmpty: boolean;
  /** The change that sets the number. */
  changeOf: (value: number | null) => SettingsChange;
};

/** One number of the workspace's settings, saved when the person says so. */
export function NumberSetting({ label, hint, value, most, mayBeEmpty, changeOf }: NumberSettingProps) {
  const cache = useQueryClient();
  const fieldId = useId();
  const hintId = useId();
  const standing = value === null ? "" : String(value);
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isChanged = draft !== null && draft.trim() !== standing;

  async function save(event: FormEvent) {
    event.preventDefault();
    const text = (draft ?? standing).trim();
    const number = text === "" && mayBeEmpty ? null : Number(text);
    if (number !== null && !(Number.isInteger(number) && number >= 1 && number <= most)) {
      const orEmpty = mayBeEmpty ? ", nor empty" : "";
      return setProblem(`"${draft}" is no whole number from 1 to ${most.toLocaleString("en")}${orEmpty}.`);
    }
    setProblem(null);
    setIsSaving(true);
    try {
      cache.setQueryData(["settings"], await putJson<SettingsView>("/api/settings", changeOf(number)));
      setDraft(null);
      announce("Saved.");
    } catch (error) {
      setProblem(`The number was not saved. ${errorSentence(error)}`);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <form className={styles["form"]} noValidate onSubmit={(event) => void save(event)}>
      <label htmlFor={fieldId}>{label}</label>
      <div className={styles["row"]}>
        <input
          id={fieldId}
          className={joinClasses(controls["field"], styles["field"])}
          inputMode="numeric"
          autoComplete="off"
          aria-describedby={hintId}
          aria-invalid={problem !== null || undefined}
          value={draft ?? standing}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        {isChanged && (
          <button
            type="submit"
            className={joinClasses(controls["button"], controls["primary"])}
            disabled={isSaving}
          >
            Save
          </button>
        )}
      </div>
      <p id={hintId} className={styles["hint"]}>
        {hint}
      </p>
      {problem && <Note level="error">{problem}</Note>}
    </form>
  );
}
