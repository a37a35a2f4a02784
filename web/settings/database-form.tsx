import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { SettingsView } from "#server/core/settings.ts";
import { announce } from "#web/announce.tsx";
import { putJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { SecretPicker } from "#web/tools/secret-picker.tsx";
import { useSecrets } from "#web/tools/tool-queries.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { type DatabaseProblems, databaseProblems } from "./database-draft.ts";
import styles from "./kept-list.module.css";

type DatabaseFormProps = {
  /** The database that is changed; null for a new one. */
  name: string | null;
  address: string;
  /** The names that are taken. */
  taken: readonly string[];
  onClose: () => void;
};

/** A database by a name and the secret that holds its address. */
export function DatabaseForm({ name: standing, address: before, taken, onClose }: DatabaseFormProps) {
  const cache = useQueryClient();
  const [name, setName] = useState(standing ?? "");
  const [address, setAddress] = useState(before);
  const [problems, setProblems] = useState<DatabaseProblems>({});
  const secrets = useSecrets().data?.items.map((secret) => secret.name) ?? null;
  const { act, isSending, problem } = useAction("The database was not saved.");

  async function save(event: FormEvent) {
    event.preventDefault();
    const draft = { name: name.trim(), address: address.trim() };
    const found = databaseProblems(draft, { databases: taken, secrets });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    await act(async () => {
      const changed = { databases: { [draft.name]: draft.address } };
      cache.setQueryData(["settings"], await putJson<SettingsView>("/api/settings", changed));
      onClose();
      announce(`The database ${draft.name} is saved.`);
    });
  }

  return (
    <Dialog title={standing === null ? "New database" : `Change “${standing}”`} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        {standing === null && (
          <FormField label="Name" problem={problems.name} hint="As plans name it.">
            {(parts) => (
              <input
                {...parts}
                className={joinClasses(controls["field"], controls["mono"])}
                autoComplete="off"
                spellCheck={false}
                placeholder="orders"
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
          </FormField>
        )}
        <FormField
          label="Address"
          problem={problems.address}
          hint="A secret that holds the whole address, such as postgres://reader:password@host:5432/orders."
        >
          {(parts) => (
            <div className={styles["value"]}>
              <input
                {...parts}
                className={joinClasses(controls["field"], controls["mono"])}
                autoComplete="off"
                spellCheck={false}
                placeholder="{{secret.ORDERS_DB}}"
                value={address}
                onChange={(event) => setAddress(event.currentTarget.value)}
              />
              <SecretPicker label="Use a secret" onPick={setAddress} />
            </div>
          )}
        </FormField>
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
            {standing === null ? "Add the database" : "Save the change"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
