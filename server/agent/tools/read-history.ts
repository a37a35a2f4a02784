import { tool } from "ai";
import { readHistoryInputSchema } from "#server/core/edit-schema.ts";
import { historyWords } from "#server/agent/history-words.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";
import { readHistory } from "#server/services/read-history.ts";

export function readHistoryTool(turn: Turn) {
  return tool({
    description: "Older revisions and how many undos away they are, removed steps, earlier messages.",
    inputSchema: toolSchema(readHistoryInputSchema),
    strict: true,
    execute: async ({ search }) => {
      const { ctx, state, messageId } = turn;
      const revision = state.current?.revision ?? 0;
      const entries = await readHistory(ctx, { agentId: state.agent.id, messageId, revision });
      return historyWords({ entries, state, about: search });
    },
  });
}
