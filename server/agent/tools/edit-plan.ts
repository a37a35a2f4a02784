import { tool } from "ai";
import { editPlanInputSchema } from "#server/core/edit-schema.ts";
import { editPlan } from "#server/services/edit-plan.ts";
import { proposeEdits } from "#server/agent/propose-edits.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";
import { makeChange } from "#server/agent/turn-change.ts";

export function editPlanTool(turn: Turn) {
  return tool({
    description:
      "Change the plan: one call a message with every edit that it asks for, in order; all are applied or none is.",
    inputSchema: toolSchema(editPlanInputSchema),
    strict: true,
    execute: (call) => {
      const { ctx, state, messageId } = turn;
      const input = editPlanInputSchema.parse(call);
      if (turn.hasRead !== null) return proposeEdits(turn, turn.hasRead, input);
      return makeChange(turn, "edit_plan", () =>
        editPlan(ctx, { agentId: state.agent.id, messageId, ...input }),
      );
    },
  });
}
