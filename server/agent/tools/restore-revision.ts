import { tool } from "ai";
import { restoreRevisionInputSchema } from "#server/core/edit-schema.ts";
import { restoreRevision } from "#server/services/restore-revision.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";
import { makeChange } from "#server/agent/turn-change.ts";

export function restoreRevisionTool(turn: Turn) {
  return tool({
    description: "Undo, redo, or go back to an earlier revision, which becomes the newest.",
    inputSchema: toolSchema(restoreRevisionInputSchema),
    strict: true,
    execute: (input) => {
      const { ctx, state, messageId } = turn;
      return makeChange(turn, "restore_revision", () =>
        restoreRevision(ctx, { agentId: state.agent.id, messageId, ...input }),
      );
    },
  });
}
