import { tool } from "ai";
import { startOverInputSchema } from "#server/core/edit-schema.ts";
import { firstPlanRules } from "#server/agent/planner-instructions.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";

/** Changes nothing: it opens propose_plan, which a conversation that has a plan is not offered. */
export function startOverTool(turn: Turn) {
  return tool({
    description: "Only when the person asks to throw the whole plan away: opens propose_plan.",
    inputSchema: toolSchema(startOverInputSchema),
    strict: true,
    execute: async () => {
      turn.startsOver = true;
      return `Call propose_plan now, with startOver true. Until then the plan stays.\n\n${firstPlanRules()}`;
    },
  });
}
