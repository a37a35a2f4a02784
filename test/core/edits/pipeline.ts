import type { Json } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";

/** read → parse → sum → write, each reading the one before it. */
export function pipeline(over: Record<string, Partial<Step>> = {}): Plan {
  const tool = (input: Json): Partial<Step> => ({ kind: "tool", tool: "t", input });
  return makePlan(
    { read: [], parse: ["read"], sum: ["parse"], write: ["sum"] },
    {
      read: tool({ path: "a.csv" }),
      parse: tool({ text: "$read.output.content" }),
      sum: tool({ expression: "$sum(x)", data: "$parse.output" }),
      write: tool({ path: "b.md", content: "Total: ${sum.output}" }),
      ...over,
    },
  );
}
