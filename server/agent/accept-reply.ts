import { acceptProposal } from "#server/services/accept-proposal.ts";
import type { Turn } from "./turn.ts";
import { showChange } from "./turn-change.ts";

/** Makes the correction that a message accepts, whatever the model, and answers with what came of it. */
export async function acceptFromMessage(
  turn: Turn,
  accepts: { messageId: string } | undefined,
): Promise<string | null> {
  if (accepts === undefined) return null;
  const accepted = await acceptProposal(turn.ctx, {
    agentId: turn.state.agent.id,
    messageId: turn.messageId,
    accepts,
  });
  if (accepted.type === "refused") return accepted.message;
  if (accepted.type === "standing")
    return `This correction was accepted before: it is revision ${accepted.revision}.`;
  showChange(turn, accepted.change);
  const { revision, changeDescription } = accepted.change;
  return `The correction is made: revision ${revision}, ${changeDescription.replace(/[.\s]+$/, "")}. Runs walk what was saved, so save it before the next one.`;
}
