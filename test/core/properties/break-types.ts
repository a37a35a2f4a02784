import type { Plan, Step } from "#server/core/plan.ts";
import { type Broken, brokenAt, stepOf, upstreamOf, type Way } from "./broken-plan.ts";
import type { Choices } from "./choices.ts";
import { fits, objectOf, placesIn } from "./readable-places.ts";
import { NEEDED, toolNamed } from "./rich-workspace.ts";
import { outputSchemaOf } from "./valid-plan.ts";

const PRECONDITION = { path: "", op: "exists", value: true } as const;

export const TYPE_WAYS: readonly Way[] = [
  { code: "reference_type", name: "a value of another type for a parameter", breaks: withOtherType },
  { code: "reference_type", name: "a status for a parameter that takes other words", breaks: withStatus },
];

/** A place in what an earlier step gives, for a parameter that takes none of its values. */
function withOtherType(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices, ({ kind, tool }) => kind === "tool" && tool !== undefined);
  const before = step && upstreamOf(plan, step.id);
  const source = before && stepOf(plan, choices, (other) => before.has(other.id) && givesBySchema(other));
  if (step?.tool === undefined || !source) return null;
  const parameters = Object.entries(objectOf(toolNamed(step.tool).inputSchema["properties"]));
  const pairs = placesIn(outputSchemaOf(source)).flatMap(({ path, type }) =>
    parameters
      .map(([name, schema]) => ({ name, path, type, wanted: objectOf(schema)["type"] }))
      .filter(({ wanted }) => typeof wanted === "string" && !fits(type, wanted))
      .filter(({ wanted }) => type !== "number" || wanted !== "integer"),
  );
  if (pairs.length === 0) return null;
  const { name, path } = choices.of(pairs);
  const reference = `$${source.id}.output${path}`;
  const input = { ...objectOf(step.input), [name]: reference };
  return brokenAt(plan, step, { ...step, input }, { path: `input/${name}`, says: [reference] });
}

function givesBySchema({ kind, tool, outputSchema }: Step): boolean {
  return outputSchema !== undefined || (kind === "tool" && tool !== undefined);
}

function withStatus(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices, ({ dependsOn }) => dependsOn.length > 0);
  if (!step) return null;
  const reference = `$${choices.of([...upstreamOf(plan, step.id)])}.status`;
  const name = choices.of(["limit", "columns", "table"]);
  const precondition = {
    tool: "query_rows",
    input: { ...NEEDED["query_rows"], [name]: reference },
    ...PRECONDITION,
  };
  return brokenAt(
    plan,
    step,
    { ...step, precondition },
    { path: `precondition.input/${name}`, says: [reference] },
  );
}
