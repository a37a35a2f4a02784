import { Plus } from "lucide-react";
import { useState } from "react";
import type { Plan } from "#server/core/plan.ts";
import type { NewWebhookView } from "#server/core/trigger-views.ts";
import controls from "#web/ui/controls.module.css";
import { useWebhooks } from "./trigger-queries.ts";
import { TriggerSection } from "./trigger-section.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

type WebhookSectionProps = { slug: string; plan: Plan | undefined; now: number };
type Open = { dialog: "none" | "form" } | { dialog: "secret"; webhook: NewWebhookView; isRotated: boolean };

export function WebhookSection({ slug, plan, now }: WebhookSectionProps) {
  const webhooks = useWebhooks(slug);
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const close = () => setOpen({ dialog: "none" });
  return (
    <TriggerSection
      title="Webhooks"
      about="Addresses that other programs send to. A delivery that proves its sender starts one run, with its payload as the run's input; the same delivery again starts none."
      empty="None yet. Make one here, or say it in the conversation: “start it whenever GitHub pushes”."
      list={webhooks}
      action={
        <button type="button" className={controls["button"]} onClick={() => setOpen({ dialog: "form" })}>
          <Plus size={14} aria-hidden />
          Add a webhook
        </button>
      }
      item={(webhook) => (
        <WebhookCard
          key={webhook.webhookId}
          slug={slug}
          webhook={webhook}
          plan={plan}
          now={now}
          onRotated={(rotated) => setOpen({ dialog: "secret", webhook: rotated, isRotated: true })}
        />
      )}
    >
      {open.dialog === "form" && (
        <WebhookForm
          slug={slug}
          onMade={(webhook) => setOpen({ dialog: "secret", webhook, isRotated: false })}
          onClose={close}
        />
      )}
      {open.dialog === "secret" && (
        <WebhookSecret webhook={open.webhook} isRotated={open.isRotated} onClose={close} />
      )}
    </TriggerSection>
  );
}
