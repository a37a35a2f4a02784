import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { WebhookView } from "#server/core/trigger-views.ts";
import { fieldProblems, patchJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { triggerKeys, webhookPath } from "./trigger-queries.ts";

type RenameWebhookProps = { slug: string; webhook: WebhookView; onClose: () => void };

export function RenameWebhook({ slug, webhook, onClose }: RenameWebhookProps) {
  const cache = useQueryClient();
  const [title, setTitle] = useState(webhook.title);
  const { act, isSending, error, problem } = useAction("The name was not changed.", ["title"]);

  async function rename(event: FormEvent) {
    event.preventDefault();
    if (!(await act(() => patchJson(webhookPath(webhook.webhookId), { title: title.trim() })))) return;
    void cache.invalidateQueries({ queryKey: triggerKeys.webhooks(slug) });
    onClose();
  }

  return (
    <Dialog title="Rename the webhook" onClose={onClose}>
      <form noValidate onSubmit={(event) => void rename(event)}>
        <FormField label="What sends here" problem={fieldProblems(error)["title"]}>
          {(parts) => (
            <input
              {...parts}
              className={controls["field"]}
              autoComplete="off"
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
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
            disabled={isSending || title.trim() === ""}
          >
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  );
}
