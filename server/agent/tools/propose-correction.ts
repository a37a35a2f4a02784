import { tool } from "ai";
import { proposeCorrectionInputSchema } from "#server/core/edit-schema.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";

/** Changes nothing: it turns the edits that follow into a card, which a person accepts. */
export function proposeCorrectionTool(turn: Turn) {
  return tool({
    description:
      'When the person asks to correct the plan after the failed run ("fix it"): tells what failed, and shows the edits of your next edit_plan as a card that they accept. Never edit because of a report alone.',
    inputSchema: toolSchema(proposeCorrectionInputSchema),
    strict: true,
    execute: async () => {
      const { failedRun, current } = turn.state;
      if (failedRun === null || current === null) return "There is no failed run to correct the plan for.";
      turn.hasRead = failedRun;
      return [
        `Call edit_plan now, for revision ${current.revision}, with the fewest edits that would have let the run through: nothing is changed until the person accepts them. If no edit of the plan can mend it (a setting, a missing file, an outside system), call nothing and say what would.`,
        `The run, as data: ${JSON.stringify(failedRun)}`,
      ].join("\n");
    },
  });
}
