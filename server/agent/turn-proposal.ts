import type { DataParts } from "#server/core/conversation.ts";
import type { Turn } from "./turn.ts";

type Proposal = DataParts["proposal"];

/** Shows a card that the person confirms. Nothing else happens. */
export function proposeCard(turn: Turn, proposal: Proposal): void {
  const before = turn.happened.proposals.filter((type) => type === proposal.type).length;
  turn.happened.proposals.push(proposal.type);
  turn.emit({ type: "data-proposal", id: cardId(proposal, before), data: proposal });
}

export function refuseCard(turn: Turn, tool: string, message: string): string {
  turn.happened.refusals.push({ tool, message, isAfterChange: turn.happened.change !== null });
  return `Refused, nothing was proposed. ${message}`;
}

// A second card takes the place of the first, but for schedules: an agent may have several.
function cardId(proposal: Proposal, before: number): string {
  const id = `proposal-${proposal.type}`;
  if (proposal.type !== "schedule") return id;
  if (proposal.scheduleId !== undefined) return `${id}-${proposal.scheduleId}`;
  return before === 0 ? id : `${id}-${before + 1}`;
}
