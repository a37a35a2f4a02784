import type { DataParts } from "#server/core/conversation.ts";
import { ScheduleProposal } from "./schedule-proposal.tsx";
import { WebhookProposal } from "./webhook-proposal.tsx";

type TriggerProposalProps = {
  slug: string;
  proposal: Extract<DataParts["proposal"], { type: "schedule" | "webhook" }>;
  isCurrent: boolean;
  saidAt: string | undefined;
};

/** What would start runs by itself, once a person confirms it. */
export function TriggerProposal({ slug, proposal, isCurrent, saidAt }: TriggerProposalProps) {
  return proposal.type === "schedule" ? (
    <ScheduleProposal slug={slug} proposal={proposal} isCurrent={isCurrent} />
  ) : (
    <WebhookProposal slug={slug} proposal={proposal} isCurrent={isCurrent} saidAt={saidAt} />
  );
}
