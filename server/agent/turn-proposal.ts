import type { DataParts } from "#server/core/conversation.ts";
import type { Turn } from "./turn.ts";

/** Shows a card that the person confirms. Nothing else happens, and the model is told so. */
export function proposeCard(turn: Turn, proposal: DataParts["proposal"]): string {
  turn.happened.proposals.push(proposal.type);
  turn.emit({ type: "data-proposal", id: `proposal-${proposal.type}`, data: proposal });
  if (proposal.type !== "run") {
    return `A card for the ${proposal.type} is shown. Runs are started by hand in this version, so nothing starts by itself: tell the person.`;
  }
  return `A card for the ${proposal.type} is shown: ${JSON.stringify(proposal)}. Nothing has happened yet; it happens when the person confirms the card.`;
}

export function refuseCard(turn: Turn, tool: string, message: string): string {
  turn.happened.refusals.push({ tool, message, isAfterChange: turn.happened.change !== null });
  return `Refused, nothing was proposed. ${message}`;
}
