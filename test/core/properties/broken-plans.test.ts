import fc from "fast-check";
import { afterAll, test } from "vitest";
import type { IssueCode } from "#server/core/plan.ts";
import { cases } from "#test/property.ts";
import { FIELD_WAYS } from "./break-fields.ts";
import { GRAPH_WAYS } from "./break-graph.ts";
import { REFERENCE_WAYS } from "./break-references.ts";
import { TOOL_WAYS } from "./break-tools.ts";
import { TYPE_WAYS } from "./break-types.ts";
import { expectFound } from "./broken-plan.ts";
import { seeds } from "./choices.ts";
import { fullPlan } from "./valid-plan.ts";

const WAYS = [...GRAPH_WAYS, ...FIELD_WAYS, ...TOOL_WAYS, ...REFERENCE_WAYS, ...TYPE_WAYS];
const found = new Map<IssueCode, number>();

test.each(WAYS)("$code: $name is found at its step, and nothing else is", (way) => {
  const runs = cases(500, WAYS.length);
  fc.assert(
    fc.property(fullPlan, seeds, (plan, seed) => {
      fc.pre(expectFound(way, plan, seed));
    }),
    runs,
  );

  found.set(way.code, (found.get(way.code) ?? 0) + runs.numRuns);
});

afterAll(() => {
  const counts = [...found].map(([code, count]) => `${code} ${count}`);
  console.log(`Broken plans that were found, by code: ${counts.join(", ")}.`);
});
