import { useQueryClient } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { MIN_SECRET_LENGTH } from "#server/core/secret-forms.ts";
import type { SecretView } from "#server/core/secret-views.ts";
import { announce } from "#web/announce.tsx";
import { putJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { secretPath, toolKeys } from "#web/tools/tool-queries.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import styles from "./kept-list.module.css";
import { type SecretProblems, secretProblems, valueRemark } from "./secret-draft.ts";

type SecretFormProps = {
  /** The secret whose value is replaced; null for a new one. */
  name: string | null;
  known: readonly string[];
  onClose: () => void;
};

/** Takes a value that is never shown again. */
export function SecretForm({ name: standing, known, onClose }: SecretFormProps) {
  const cache = useQueryClient();
  const [name, setName] = useState(standing ?? "");
  const [value, setValue] = useState("");
  const [isShown, setIsShown] = useState(false);
  const [problems, setProblems] = useState<SecretProblems>({});
  const { act, isSending, problem } = useAction("The secret was not saved.");
  const remark = valueRemark(value);

  async function save(event: FormEvent) {
    event.preventDefault();
    const found = secretProblems({ name: name.trim(), value }, known);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    await act(async () => {
      await putJson<SecretView>(secretPath(name.trim()), { value });
      onClose();
      announce(`The secret ${name.trim()} is saved.`);
      await cache.invalidateQueries({ queryKey: toolKeys.secrets });
    });
  }

  return (
    <Dialog title={standing === null ? "New secret" : `New value of “${standing}”`} onClose={onClose}>
      <form noValidate autoComplete="off" onSubmit={(event) => void save(event)}>
        {standing === null && (
          <FormField
            label="Name"
            problem={problems.name}
            hint={`Named as {{secret.${name.trim() || "NAME"}}}.`}
          >
            {(parts) => (
              <input
                {...parts}
                className={joinClasses(controls["field"], controls["mono"])}
                autoComplete="off"
                spellCheck={false}
                placeholder="SHOP_TOKEN"
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
          </FormField>
        )}
        <FormField
          label="Value"
          problem={problems.value}
          hint={
            remark ??
            `Sealed when it is saved, and never shown again. At least ${MIN_SECRET_LENGTH} characters.`
          }
        >
          {(parts) => (
            <div className={styles["value"]}>
              {/* Of several lines: a field of one would drop the line breaks of a key. */}
              <textarea
                {...parts}
                rows={2}
                className={joinClasses(controls["field"], controls["mono"], !isShown && styles["masked"])}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                value={value}
                onChange={(event) => setValue(event.currentTarget.value)}
              />
              <button
                type="button"
                className={controls["iconButton"]}
                aria-label={isShown ? "Hide the value" : "Show the value"}
                onClick={() => setIsShown(!isShown)}
              >
                {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
              </button>
            </div>
          )}
        </FormField>
        {standing !== null && (
          <p className={styles["about"]}>
            The next calls use the new value. Runs that wait do too; nothing has to be started again.
          </p>
        )}
        {problem && <Note level="error">{problem}</Note>}
        <div className={dialogStyles["actions"]}>
          <button type="button" className={controls["button"]} onClick={onClose}>
            Not now
          </button>
          <button
            type="submit"
            className={joinClasses(controls["button"], controls["primary"])}
            disabled={isSending}
          >
            {standing === null ? "Save the secret" : "Replace the value"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
