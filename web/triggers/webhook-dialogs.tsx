import { useQueryClient } from "@tanstack/react-query";
import type { NewWebhookView, WebhookView } from "#server/core/trigger-views.ts";
import { postJson, send } from "#web/api.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
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
  return (
    <ConfirmDialog
      title={`A new secret for “${webhook.title}”?`}
      confirm="Make a new secret"
      cancel="Keep this one"
      failure="The secret stays as it is."
      onConfirm={async () => {
        const rotated = await postJson<NewWebhookView>(`${webhookPath(webhook.webhookId)}/rotate`, {});
        void cache.invalidateQueries({ queryKey: triggerKeys.webhooks(slug) });
        onRotated(rotated);
      }}
      onClose={onClose}
    >
      <p>
        It is shown once. The present secret counts beside it for a day, so that the sender can change over
        without losing a delivery.
      </p>
    </ConfirmDialog>
  );
}
