import { useQueryClient } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { DataParts } from "#server/core/conversation.ts";
import type { NewWebhookView } from "#server/core/trigger-views.ts";
import { announce } from "#web/announce.tsx";
import { postJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { agentPath } from "#web/queries.ts";
import { triggerKeys, useWebhooks } from "#web/triggers/trigger-queries.ts";
import { WarningNotes } from "#web/triggers/warning-notes.tsx";
import { SCHEME_CHOICES, SCHEME_NAMES } from "#web/triggers/webhook-schemes.ts";
import { WebhookSecret } from "#web/triggers/webhook-secret.tsx";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { ProposalCard } from "./proposal-card.tsx";
import styles from "./proposal-card.module.css";

type WebhookProposalProps = {
  slug: string;
  proposal: Extract<DataParts["proposal"], { type: "webhook" }>;
  isCurrent: boolean;
  /** When it was proposed. */
  saidAt: string | undefined;
};

/** A webhook as it will be made. Its secret is shown when a person has confirmed. */
export function WebhookProposal({ slug, proposal, isCurrent, saidAt }: WebhookProposalProps) {
  const cache = useQueryClient();
  const { scheme, words, warnings } = proposal;
  const webhooks = useWebhooks(slug);
  const [made, setMade] = useState<NewWebhookView | null>(null);
  const [showsSecret, setShowsSecret] = useState(false);
  const { act, isSending, problem } = useAction("The webhook was not made.");
  const isDone =
    made !== null ||
    (webhooks.data?.items.some(
      (webhook) =>
        webhook.scheme === scheme &&
        webhook.title === words &&
        saidAt !== undefined &&
        webhook.createdAt > saidAt,
    ) ??
      false);

  async function confirm() {
    const worked = await act(async () => {
      setMade(await postJson<NewWebhookView>(`${agentPath(slug)}/webhooks`, { title: words, scheme }));
      setShowsSecret(true);
    });
    if (worked) announce("The webhook is made.");
    await cache.invalidateQueries({ queryKey: triggerKeys.webhooks(slug) });
  }

  return (
    <ProposalCard
      icon={Webhook}
      title="A new webhook"
      actions={
        !isDone && (
          <button
            type="button"
            className={joinClasses(controls["button"], isCurrent && controls["primary"])}
            disabled={isSending}
            onClick={() => void confirm()}
          >
            Make the webhook
          </button>
        )
      }
    >
      <dl>
        <div>
          <dt>From</dt>
          <dd>{words}</dd>
        </div>
        <div>
          <dt>Scheme</dt>
          <dd>
            {SCHEME_NAMES[scheme]}. {SCHEME_CHOICES.find(({ value }) => value === scheme)?.hint}
          </dd>
        </div>
        <div>
          <dt>Run input</dt>
          <dd>what is delivered</dd>
        </div>
      </dl>
      <WarningNotes warnings={warnings} />
      {isDone && (
        <p className={styles["done"]}>
          Made. <Link href={`/agents/${slug}/triggers`}>See the triggers</Link>
        </p>
      )}
      {problem && <Note level="error">{problem}</Note>}
      {made && showsSecret && <WebhookSecret webhook={made} onClose={() => setShowsSecret(false)} />}
    </ProposalCard>
  );
}
