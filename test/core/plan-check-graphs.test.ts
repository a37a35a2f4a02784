import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { STEP_ID_PATTERN } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makeStep } from "#test/make.ts";

const recordSchema = z.object({
  id: z.string(),
  nodes: z.array(z.object({ id: z.string(), title: z.string() })),
  edges: z.array(z.tuple([z.string(), z.string()])),
  expect: z.object({
    valid: z.boolean(),
    kind: z.string().optional(),
    offenders: z.array(z.string()).optional(),
    onlyIfLimitBelow: z.number().optional(),
  }),
});

const records = readFileSync(new URL("../cases/graphs.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => recordSchema.parse(JSON.parse(line)));

const CODES: Record<string, string> = {
  duplicate_id: "duplicate_id",
  self_dep: "self_dependency",
  missing_dep: "missing_dependency",
  two_cycle: "cycle",
  long_cycle: "cycle",
  two_disjoint_cycles: "cycle",
  empty_title: "bad_title",
};

function errorsOf({ nodes, edges }: (typeof records)[number]) {
  const seen = new Set<string>();
  const steps = nodes.map(({ id, title }) => {
    const dependsOn = seen.has(id) ? [] : edges.filter(([, to]) => to === id).map(([from]) => from);
    seen.add(id);
    return makeStep(id, dependsOn, { title });
  });
  const plan = { title: "T", objective: "O", steps, assumptions: [], completionCriteria: "", tags: [] };
  const errors = validatePlan(plan, { tools: [], agents: [], hasModel: true }).filter(
    (issue) => issue.severity === "error",
  );
  const unwritable = errors.filter((issue) => issue.code === "bad_id");
  expect(unwritable.map((issue) => issue.stepId)).toEqual(
    nodes.map(({ id }) => id).filter((id) => !STEP_ID_PATTERN.test(id)),
  );
  return errors.filter((issue) => issue.code !== "bad_id");
}

test("every graph of the collection gets its verdict, and every fault names an offender", () => {
  expect(records.length).toBeGreaterThan(250);

  for (const record of records) {
    const errors = errorsOf(record);
    const { kind, offenders = [], onlyIfLimitBelow } = record.expect;
    if (record.expect.valid || onlyIfLimitBelow !== undefined) {
      expect([record.id, errors]).toEqual([record.id, []]);
      continue;
    }
    const code = CODES[kind ?? ""];
    expect([record.id, [...new Set(errors.map((issue) => issue.code))]]).toEqual([record.id, [code]]);
    for (const error of errors) {
      expect([
        record.id,
        offenders.some((name) => error.message.includes(`"${name}"`)),
        error.message,
      ]).toEqual([record.id, true, error.message]);
    }
  }
});

test("two circles that share no step are both named, each with its whole way", () => {
  for (const record of records.filter((item) => item.expect.kind === "two_disjoint_cycles")) {
    const cycles = errorsOf(record).filter((issue) => issue.code === "cycle");

    expect([record.id, cycles.length]).toEqual([record.id, 2]);
    for (const { message } of cycles) expect(message).toMatch(/in a circle: (\S+) → .*\1\. Remove one/);
  }
});
