import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { WebhookScheme } from "#server/core/trigger.ts";
import type { NewWebhookView } from "#server/core/trigger-views.ts";
import { fieldProblems, postJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { agentPath } from "#web/queries.ts";
import { Choices } from "#web/ui/choices.tsx";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { triggerKeys } from "./trigger-queries.ts";
import { SCHEME_CHOICES, takesOwnSecret } from "./webhook-schemes.ts";

type WebhookFormProps = { slug: string; onMade: (webhook: NewWebhookView) => void; onClose: () => void };

export function WebhookForm({ slug, onMade, onClose }: WebhookFormProps) {
  const cache = useQueryClient();
  const [title, setTitle] = useState("");
  const [scheme, setScheme] = useState<WebhookScheme>("standard");
  const [secret, setSecret] = useState("");
  const { act, isSending, error, problem } = useAction("The webhook was not made.", ["title"]);
  const refused = fieldProblems(error);
  const isOwn = takesOwnSecret(scheme) && secret !== "";

  async function make(event: FormEvent) {
    event.preventDefault();
    await act(async () => {
      const made = await postJson<NewWebhookView>(`${agentPath(slug)}/webhooks`, {
        title: title.trim(),
        scheme,
        ...(isOwn ? { secret } : {}),
      });
      void cache.invalidateQueries({ queryKey: triggerKeys.webhooks(slug) });
      onMade(made);
    });
  }

  return (
    <Dialog title="New webhook" onClose={onClose}>
      <form noValidate onSubmit={(event) => void make(event)}>
        <FormField
          label="What sends here"
          problem={refused["title"]}
          hint="For the list and the log of runs."
        >
          {(parts) => (
            <input
              {...parts}
              className={controls["field"]}
              autoComplete="off"
              placeholder="Our shop"
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          )}
        </FormField>
        <Choices
          legend="How a delivery proves where it comes from"
          choices={SCHEME_CHOICES}
          value={scheme}
          onChange={setScheme}
        />
        {takesOwnSecret(scheme) && (
          <FormField
            label={scheme === "token" ? "Token, if you have one" : "Secret, if you have one"}
            problem={refused["secret"]}
            hint="Left empty, one is made and shown once."
          >
            {(parts) => (
              <input
                {...parts}
                type="password"
                className={controls["field"]}
                autoComplete="new-password"
                value={secret}
                onChange={(event) => setSecret(event.currentTarget.value)}
              />
            )}
          </FormField>
        )}
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
            Make the webhook
          </button>
        </div>
      </form>
    </Dialog>
  );
}
