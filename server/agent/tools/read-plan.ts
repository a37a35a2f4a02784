import { tool } from "ai";
import { readPlanInputSchema } from "#server/core/edit-schema.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";

const MAX_READ = 40;

export function readPlanTool(turn: Turn) {
  return tool({
    description: `The exact JSON of up to ${MAX_READ} steps; without steps, of the plan's own fields.`,
    inputSchema: toolSchema(readPlanInputSchema),
    strict: true,
    execute: async ({ steps: wanted }) => {
      const plan = turn.happened.change?.plan ?? turn.state.current?.plan;
      if (plan === undefined) return "There is no plan yet.";
      const { steps, ...fields } = plan;
      if (wanted.length === 0) return JSON.stringify(fields);
      const lines = wanted.slice(0, MAX_READ).map((reference) => {
        const place =
          typeof reference === "number" ? reference - 1 : steps.findIndex((step) => step.id === reference);
        const step = steps[place];
        return step
          ? `${place + 1}. ${JSON.stringify(step)}`
          : `There is no step ${JSON.stringify(reference)}.`;
      });
      const left = wanted.slice(MAX_READ);
      return [
        ...lines,
        ...(left.length > 0 ? [`Not read: ${left.join(", ")}. Ask for them again.`] : []),
      ].join("\n");
    },
  });
}
