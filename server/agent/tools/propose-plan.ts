import { tool } from "ai";
import { proposePlanInputSchema } from "#server/core/edit-schema.ts";
import { proposePlan } from "#server/services/propose-plan.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";
import { makeChange } from "#server/agent/turn-change.ts";

export function proposePlanTool(turn: Turn) {
  return tool({
    description:
      "The first plan for a brief (or a pasted plan). Only while there is no plan, or when the person asks to start over. Every step that the brief names, in its own words and language; no step it does not need.",
    inputSchema: toolSchema(proposePlanInputSchema),
    strict: true,
    execute: (call) => {
      const { ctx, state, messageId } = turn;
      const proposal = proposePlanInputSchema.parse(call);
      return makeChange(turn, "propose_plan", () =>
        proposePlan(ctx, { agentId: state.agent.id, messageId, proposal }),
      );
    },
  });
}
