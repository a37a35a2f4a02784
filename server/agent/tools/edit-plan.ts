import { tool } from "ai";
import { editPlanInputSchema } from "#server/core/edit-schema.ts";
import { editPlan } from "#server/services/edit-plan.ts";
import { keepChanging, type Turn } from "#server/agent/turn.ts";
import { reportChange } from "#server/agent/turn-change.ts";

export function editPlanTool(turn: Turn) {
  return tool({
    description:
      "Change the current plan. At most one call per user message, holding every edit that the message asks for; all are applied together or none is. Not for questions, unclear requests or impossible ones: answer those in words.",
    inputSchema: editPlanInputSchema,
    strict: true,
    execute: (input) =>
      keepChanging(turn, async () => {
        const { ctx, state, messageId } = turn;
        const result = await editPlan(ctx, { agentId: state.agent.id, messageId, ...input });
        return reportChange(turn, "edit_plan", result);
      }),
  });
}
