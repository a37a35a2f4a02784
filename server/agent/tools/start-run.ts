import { tool } from "ai";
import { startRunInputSchema } from "#server/core/edit-schema.ts";
import { jsonSchema, type Json } from "#server/core/json.ts";
import { readAgent } from "#server/services/read-agent.ts";
import type { Turn } from "#server/agent/turn.ts";
import { proposeCard } from "#server/agent/turn-proposal.ts";

export function startRunTool(turn: Turn) {
  return tool({
    description: "Propose to run the saved plan now. The person confirms a card.",
    inputSchema: startRunInputSchema,
    strict: true,
    execute: async ({ input }) => {
      const agent = await readAgent(turn.ctx, { agentId: turn.state.agent.id });
      if (agent.snapshotId === null) {
        return "Refused, nothing was proposed. Nothing is saved yet, and a run walks what was saved. The plan has to be saved first.";
      }
      const parsed = parseInput(input);
      if (parsed === undefined) {
        return `Refused, nothing was proposed. The input ${input} is not JSON. Give JSON as text, or null.`;
      }

      const isBehind = agent.draft !== null && agent.draft.revision !== agent.savedRevision;
      const note = isBehind
        ? ` It walks revision ${agent.savedRevision}, which was saved; the draft is at revision ${agent.draft?.revision}.`
        : "";
      return proposeCard(turn, { type: "run", input: parsed }) + note;
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
