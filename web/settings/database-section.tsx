import { useQueryClient } from "@tanstack/react-query";
import { Database, Plus } from "lucide-react";
import { useState } from "react";
import type { SettingsView } from "#server/core/settings.ts";
import { announce } from "#web/announce.tsx";
import { putJson } from "#web/api.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import controls from "#web/ui/controls.module.css";
import { Menu } from "#web/ui/menu.tsx";
import { DatabaseForm } from "./database-form.tsx";
import styles from "./kept-list.module.css";

type Open = { dialog: "none" | "new" } | { dialog: "change" | "remove"; name: string };

/** The databases that plans may ask, by the names that they use. */
export function DatabaseSection({ databases }: { databases: Readonly<Record<string, string>> }) {
  const cache = useQueryClient();
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const close = () => setOpen({ dialog: "none" });
  const names = Object.keys(databases).sort();
  return (
    <>
      <p className={styles["about"]}>
        PostgreSQL databases that <code>query_database</code> may read. Every query runs in a transaction that
        only reads. Give a user of the database that may only read, too.
      </p>
      {names.length > 0 && (
        <ul className={styles["list"]}>
          {names.map((name) => (
            <li key={name}>
              <Database size={15} aria-hidden />
              <div className={styles["text"]}>
                <b>{name}</b>
                <span>{databases[name]}</span>
              </div>
              <Menu
                label={`More for ${name}`}
                items={[
                  { label: "Change", onSelect: () => setOpen({ dialog: "change", name }) },
                  { label: "Remove", onSelect: () => setOpen({ dialog: "remove", name }), isDangerous: true },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {names.length === 0 && <p className={styles["empty"]}>No database is set.</p>}
      <div className={styles["actions"]}>
        <button type="button" className={controls["button"]} onClick={() => setOpen({ dialog: "new" })}>
          <Plus size={14} aria-hidden />
          Add a database
        </button>
      </div>
      {open.dialog === "new" && <DatabaseForm name={null} address="" taken={names} onClose={close} />}
      {open.dialog === "change" && (
        <DatabaseForm name={open.name} address={databases[open.name] ?? ""} taken={[]} onClose={close} />
      )}
      {open.dialog === "remove" && (
        <ConfirmDialog
          title={`Remove “${open.name}”?`}
          confirm="Remove it"
          cancel="Keep it"
          isDangerous
          failure="The database was not removed."
          onConfirm={async () => {
            const changed = { databases: { [open.name]: null } };
            cache.setQueryData(["settings"], await putJson<SettingsView>("/api/settings", changed));
            announce(`The database ${open.name} is removed.`);
          }}
          onClose={close}
        >
          <p>Steps that ask it fail from then on. Nothing in the database changes.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
