import { useQueryClient } from "@tanstack/react-query";
import type { NewWebhookView, WebhookView } from "#server/core/trigger-views.ts";
import { postJson, send } from "#web/api.ts";
import { dateText } from "#web/durations.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { useNow } from "#web/use-now.ts";
import { triggerKeys, webhookPath } from "./trigger-queries.ts";

type WebhookDialogProps = { slug: string; webhook: WebhookView; onClose: () => void };

export function DeleteWebhook({ slug, webhook, onClose }: WebhookDialogProps) {
  const cache = useQueryClient();
  return (
    <ConfirmDialog
      title={`Delete “${webhook.title}”?`}
      confirm="Delete"
      cancel="Keep it"
      isDangerous
      failure="The webhook was not deleted."
      onConfirm={async () => {
        await send("DELETE", webhookPath(webhook.webhookId));
        void cache.invalidateQueries({ queryKey: triggerKeys.webhooks(slug) });
      }}
      onClose={onClose}
    >
      <p>
        Its address answers as if it had never been, for good, and its list of deliveries goes with it. Runs
        that it started stay. To refuse deliveries for a while, turn it off instead.
      </p>
    </ConfirmDialog>
  );
}

type RotateSecretProps = WebhookDialogProps & { onRotated: (webhook: NewWebhookView) => void };

export function RotateSecret({ slug, webhook, onRotated, onClose }: RotateSecretProps) {
  const cache = useQueryClient();
  const now = useNow(1_000);
  const { previousUntil } = webhook;
  const endsAnother = previousUntil !== null && Date.parse(previousUntil) > now;
  return (
    <ConfirmDialog
      title={`A new secret for “${webhook.title}”?`}
      confirm="Make a new secret"
      cancel="Keep this one"
      isDangerous={endsAnother}
      failure="The secret stays as it is."
      onConfirm={async () => {
        const rotated = await postJson<NewWebhookView>(`${webhookPath(webhook.webhookId)}/rotate`, {
          force: endsAnother,
        });
        void cache.invalidateQueries({ queryKey: triggerKeys.webhooks(slug) });
        onRotated(rotated);
      }}
      onClose={onClose}
    >
      {endsAnother && (
        <Note level="warning">
          The secret before the present one still counts, until {dateText(previousUntil)}. A new one now ends
          that at once: a sender that still uses it is refused.
        </Note>
      )}
      <p>
        It is shown once. The present secret counts beside it for a day, so that the sender can change over
        without losing a delivery.
      </p>
    </ConfirmDialog>
  );
}
