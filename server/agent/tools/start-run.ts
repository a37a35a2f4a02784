import { tool } from "ai";
import { shortened } from "#server/core/characters.ts";
import { startRunInputSchema } from "#server/core/edit-schema.ts";
import { jsonSchema, type Json } from "#server/core/json.ts";
import { readAgent } from "#server/services/read-agent.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";
import { proposeCard, refuseCard } from "#server/agent/turn-proposal.ts";

export function startRunTool(turn: Turn) {
  return tool({
    description: "Propose to run the saved plan now: a card.",
    inputSchema: toolSchema(startRunInputSchema),
    strict: true,
    execute: async ({ input }) => {
      const agent = await readAgent(turn.ctx, { agentId: turn.state.agent.id });
      if (agent.snapshotId === null) {
        return refuseCard(
          turn,
          "start_run",
          "Nothing is saved yet, and a run walks what was saved. The plan has to be saved first.",
        );
      }
      const parsed = parseInput(input);
      if (parsed === undefined) {
        return refuseCard(
          turn,
          "start_run",
          `The input ${shortened(input ?? "")} is not JSON. Give JSON as text, or null.`,
        );
      }

      const isBehind = agent.draft !== null && agent.draft.revision !== agent.savedRevision;
      const note = isBehind
        ? ` It walks revision ${agent.savedRevision}, which was saved; the draft is at revision ${agent.draft?.revision}.`
        : "";
      proposeCard(turn, { type: "run", input: parsed });
      return `A card for the run is shown, with the input ${JSON.stringify(parsed)}. Nothing has happened yet; it happens when the person confirms the card.${note}`;
    },
  });
}

function parseInput(text: string | null): Json | undefined {
  if (text === null || text.trim() === "") return null;
  try {
    return jsonSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
