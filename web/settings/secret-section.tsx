import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { SecretView } from "#server/core/secret-views.ts";
import { announce } from "#web/announce.tsx";
import { send } from "#web/api.ts";
import { dateText, timeAgo } from "#web/durations.ts";
import { secretPath, toolKeys, useSecrets } from "#web/tools/tool-queries.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import controls from "#web/ui/controls.module.css";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { Note } from "#web/ui/note.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { useNow } from "#web/use-now.ts";
import styles from "./kept-list.module.css";
import { SecretForm } from "./secret-form.tsx";

type Open = { dialog: "none" | "new" } | { dialog: "replace" | "delete"; secret: SecretView };

const SAMPLE = "{{secret.NAME}}";

/** The values that nobody sees again: their names, and what uses them. */
export function SecretSection() {
  const secrets = useSecrets();
  const now = useNow(30_000);
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const close = () => setOpen({ dialog: "none" });
  const items = secrets.data?.items;
  return (
    <>
      <p className={styles["about"]}>
        Write <code>{SAMPLE}</code>
        <CopyButton text={SAMPLE} label="Copy the reference" /> into a step’s input, a tool server or a
        database. The value is put in at the call only: no model, plan, log or export holds it, and nobody
        sees it here again.
      </p>
      {items && items.length > 0 && (
        <ul className={styles["list"]}>
          {items.map((secret) => (
            <SecretRow
              key={secret.name}
              secret={secret}
              now={now}
              onOpen={(dialog) => setOpen({ dialog, secret })}
            />
          ))}
        </ul>
      )}
      {items?.length === 0 && <p className={styles["empty"]}>No secret is kept yet.</p>}
      {!items && !secrets.error && <Loading label="Loading secrets" rows={2} />}
      {!items && secrets.error && (
        <RetryNote
          what="The secrets could not be loaded."
          error={secrets.error}
          onRetry={() => void secrets.refetch()}
        />
      )}
      <div className={styles["actions"]}>
        <button type="button" className={controls["button"]} onClick={() => setOpen({ dialog: "new" })}>
          <Plus size={14} aria-hidden />
          Add a secret
        </button>
        <Link href="/tools?uses=secrets" className={controls["linkButton"]}>
          Tools that can use them
        </Link>
      </div>
      {open.dialog === "new" && (
        <SecretForm name={null} known={items?.map(({ name }) => name) ?? []} onClose={close} />
      )}
      {open.dialog === "replace" && <SecretForm name={open.secret.name} known={[]} onClose={close} />}
      {open.dialog === "delete" && <DeleteSecret secret={open.secret} onClose={close} />}
    </>
  );
}

function DeleteSecret({ secret: { name, usedBy }, onClose }: { secret: SecretView; onClose: () => void }) {
  const cache = useQueryClient();
  const isUsed = usedBy.length > 0;
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      confirm={isUsed ? "Delete it all the same" : "Delete it"}
      cancel="Keep it"
      isDangerous
      failure="The secret was not deleted."
      onConfirm={async () => {
        // Only whoever has read what uses it deletes it all the same.
        await send("DELETE", `${secretPath(name)}${isUsed ? "?force=true" : ""}`);
        await cache.invalidateQueries({ queryKey: toolKeys.secrets });
        announce(`The secret ${name} is deleted.`);
      }}
      onClose={onClose}
    >
      {isUsed && (
        <Note level="warning">
          It is used by {usedBy.join(", ")}, which will fail without it. To change its value, replace it
          instead.
        </Note>
      )}
      <p>Its value is gone for good. Steps of plans that name it fail from then on.</p>
    </ConfirmDialog>
  );
}

type SecretRowProps = { secret: SecretView; now: number; onOpen: (dialog: "replace" | "delete") => void };

function SecretRow({ secret: { name, updatedAt, usedBy }, now, onOpen }: SecretRowProps) {
  return (
    <li>
      <KeyRound size={15} aria-hidden />
      <div className={styles["text"]}>
        <b>{name}</b>
        <span>
          Set{" "}
          <time dateTime={updatedAt} title={dateText(updatedAt)}>
            {timeAgo(updatedAt, now)}
          </time>
          {usedBy.length > 0 && ` · used by ${usedBy.join(", ")}`}
        </span>
      </div>
      <CopyButton text={`{{secret.${name}}}`} label={`Copy the reference to ${name}`} />
      <Menu
        label={`More for ${name}`}
        items={[
          { label: "Replace the value", onSelect: () => onOpen("replace") },
          { label: "Delete", onSelect: () => onOpen("delete"), isDangerous: true },
        ]}
      />
    </li>
  );
}
