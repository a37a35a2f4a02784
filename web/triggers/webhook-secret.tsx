import type { NewWebhookView } from "#server/core/trigger-views.ts";
import { SecretOnce } from "./secret-once.tsx";
import { ShellSample } from "./shell-sample.tsx";
import { WarningNotes } from "./warning-notes.tsx";
import { webhookSample } from "./webhook-sample.ts";

type WebhookSecretProps = { webhook: NewWebhookView; isRotated?: boolean; onClose: () => void };

/** A webhook as it was just made, or just given another secret. */
export function WebhookSecret({ webhook, isRotated = false, onClose }: WebhookSecretProps) {
  const { scheme, url, secret, title, warnings } = webhook;
  return (
    <SecretOnce
      title={isRotated ? `The new secret of “${title}”` : `“${title}” is ready`}
      secret={secret}
      url={url}
      lost="If it is lost, make another one with “New secret”."
      onClose={onClose}
    >
      <WarningNotes warnings={warnings} />
      <p>Try it in a terminal:</p>
      <ShellSample text={webhookSample(scheme, url, secret)} />
    </SecretOnce>
  );
}
