import { tool } from "ai";
import { restoreRevisionInputSchema } from "#server/core/edit-schema.ts";
import { restoreRevision } from "#server/services/restore-revision.ts";
import { keepChanging, type Turn } from "#server/agent/turn.ts";
import { reportChange } from "#server/agent/turn-change.ts";

export function restoreRevisionTool(turn: Turn) {
  return tool({
    description:
      "Undo, redo, or go back to an earlier revision. The revision list says where undo and redo lead. Nothing is lost: the old one is copied forward.",
    inputSchema: restoreRevisionInputSchema,
    strict: true,
    execute: (input) =>
      keepChanging(turn, async () => {
        const { ctx, state, messageId } = turn;
        const result = await restoreRevision(ctx, { agentId: state.agent.id, messageId, ...input });
        return reportChange(turn, "restore_revision", result);
      }),
  });
}
