import { useQueryClient } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import { useState } from "react";
import type { Plan } from "#server/core/plan.ts";
import type { NewWebhookView, WebhookView } from "#server/core/trigger-views.ts";
import { announce } from "#web/announce.tsx";
import { patchJson } from "#web/api.ts";
import { dateText, timeAgo } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { Menu } from "#web/ui/menu.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { CopiedText } from "./copied-text.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { History } from "./history.tsx";
import { RenameWebhook } from "./rename-webhook.tsx";
import { ShellSample } from "./shell-sample.tsx";
import { TestDelivery } from "./test-delivery.tsx";
import styles from "./trigger-card.module.css";
import { triggerKeys, webhookPath } from "./trigger-queries.ts";
import { WarningNotes } from "./warning-notes.tsx";
import { DeleteWebhook, RotateSecret } from "./webhook-dialogs.tsx";
import { webhookSample } from "./webhook-sample.ts";
import { SCHEME_NAMES } from "./webhook-schemes.ts";

type WebhookCardProps = {
  slug: string;
  webhook: WebhookView;
  plan: Plan | undefined;
  now: number;
  onRotated: (webhook: NewWebhookView) => void;
};

export function WebhookCard({ slug, webhook, plan, now, onRotated }: WebhookCardProps) {
  const cache = useQueryClient();
  const [dialog, setDialog] = useState<"none" | "test" | "rename" | "rotate" | "delete">("none");
  const turn = useAction("The webhook stays as it is.");
  const { webhookId, title, scheme, url, enabled, lastDeliveryAt, previousUntil } = webhook;
  const close = () => setDialog("none");
  const refresh = () => cache.invalidateQueries({ queryKey: triggerKeys.webhooks(slug) });
  const last =
    lastDeliveryAt === null ? "nothing delivered yet" : `last delivery ${timeAgo(lastDeliveryAt, now)}`;
  const isRotating = previousUntil !== null && Date.parse(previousUntil) > now;

  async function turnOver() {
    const worked = await turn.act(() => patchJson(webhookPath(webhookId), { enabled: !enabled }));
    if (worked) announce(enabled ? "The webhook is off." : "The webhook is on.");
    await refresh();
  }

  return (
    <li className={joinClasses(controls["card"], styles["card"])}>
      <div className={styles["head"]}>
        <Webhook size={17} aria-hidden />
        <div className={styles["title"]}>
          <h3>{title}</h3>
          <p>
            {enabled ? SCHEME_NAMES[scheme] : "Off: deliveries are refused"} · {last}
          </p>
        </div>
        <button
          type="button"
          className={controls["button"]}
          onClick={() => (enabled ? setDialog("test") : void turnOver())}
          disabled={turn.isSending}
        >
          {enabled ? "Send a test" : "Turn on"}
        </button>
        <Menu
          label={`More for ${title}`}
          items={[
            { label: "New secret", onSelect: () => setDialog("rotate") },
            { label: "Rename", onSelect: () => setDialog("rename") },
            ...(enabled ? [{ label: "Turn off", onSelect: () => void turnOver() }] : []),
            { label: "Delete", onSelect: () => setDialog("delete"), isDangerous: true },
          ]}
        />
      </div>
      {turn.problem && <Note level="error">{turn.problem}</Note>}
      <WarningNotes warnings={webhook.warnings} />
      {isRotating && (
        <Note level="info">The secret before counts too until {dateText(previousUntil ?? "")}.</Note>
      )}
      <CopiedText text={url} label={`the address of ${title}`} />
      <div className={styles["histories"]}>
        <History label="Deliveries">
          <DeliveryList webhook={webhook} />
        </History>
        <History label="How to send to it">
          <ShellSample text={webhookSample(scheme, url, null)} />
        </History>
      </div>
      {dialog === "test" && <TestDelivery webhook={webhook} plan={plan} onClose={close} />}
      {dialog === "rename" && <RenameWebhook slug={slug} webhook={webhook} onClose={close} />}
      {dialog === "rotate" && (
        <RotateSecret slug={slug} webhook={webhook} onRotated={onRotated} onClose={close} />
      )}
      {dialog === "delete" && <DeleteWebhook slug={slug} webhook={webhook} onClose={close} />}
    </li>
  );
}
