import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Issue, MAX_STEPS, STEP_ID_PATTERN } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan, makeStep } from "#test/make.ts";
import { linksOf, toldCircle } from "#test/core/properties/told-circle.ts";

const linkSchema = z.tuple([z.string(), z.string()]);
const recordSchema = z.object({
  id: z.string(),
  nodes: z.array(z.object({ id: z.string(), title: z.string() })),
  edges: z.array(linkSchema),
  expect: z.object({
    valid: z.boolean(),
    kind: z.string().optional(),
    offenders: z.array(z.string()).optional(),
    missing: z.string().optional(),
    /** The link that closes a circle, or one for each. */
    edge: linkSchema.optional(),
    backEdges: z.array(linkSchema).optional(),
    onlyIfLimitBelow: z.number().optional(),
  }),
});
type GraphRecord = z.infer<typeof recordSchema>;

const records = readFileSync(new URL("../cases/graphs.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => recordSchema.parse(JSON.parse(line)));

function recordsOf(...kinds: (string | undefined)[]): GraphRecord[] {
  return records.filter((record) => kinds.includes(record.expect.kind));
}

/** All errors but those of ids that plans cannot have, which are as many as there are such ids. */
function errorsOf({ id: name, nodes, edges }: GraphRecord): Issue[] {
  const seen = new Set<string>();
  const steps = nodes.map(({ id, title }) => {
    const dependsOn = seen.has(id) ? [] : edges.filter(([, to]) => to === id).map(([from]) => from);
    seen.add(id);
    return makeStep(id, dependsOn, { title });
  });
  const errors = validatePlan({ ...makePlan({}), steps }, { tools: [], agents: [], hasModel: true }).filter(
    ({ severity }) => severity === "error",
  );
  const badIds = errors.filter(({ code }) => code === "bad_id").map(({ stepId }) => stepId);
  expect([name, badIds]).toEqual([name, nodes.map(({ id }) => id).filter((id) => !STEP_ID_PATTERN.test(id))]);
  return errors.filter(({ code }) => code !== "bad_id");
}

test("every sound graph of the collection has no error, and one of many steps none while they fit", () => {
  const sound = recordsOf(undefined, "too_many_steps");
  expect(sound.length).toBeGreaterThan(200);

  for (const record of sound) {
    const { onlyIfLimitBelow = 0 } = record.expect;
    const codes = errorsOf(record).map(({ code }) => code);
    expect([record.id, codes]).toEqual([record.id, MAX_STEPS < onlyIfLimitBelow ? ["too_many_steps"] : []]);
  }
});

test.each([
  ["duplicate_id", "duplicate_id"],
  ["self_dep", "self_dependency"],
  ["missing_dep", "missing_dependency"],
  ["empty_title", "bad_title"],
])("every graph with %s has this one error, at the step that is to blame", (kind, code) => {
  const broken = recordsOf(kind);
  expect(broken.length).toBeGreaterThan(4);

  for (const record of broken) {
    const { offenders = [], missing } = record.expect;
    const [offender] = offenders;
    const [error, ...others] = errorsOf(record);
    expect([record.id, error?.code, error?.stepId, others]).toEqual([record.id, code, offender, []]);
    expect(error?.stepNumber).toBe(numberOf(record, offender ?? "", kind));
    expect(error?.message).toContain(`"${missing ?? offenders.at(-1)}"`);
  }
});

/** The last step of an id: of two that share it, the second. */
function numberOf({ nodes }: GraphRecord, id: string, kind: string): number {
  const ids = nodes.map((node) => node.id);
  return (kind === "duplicate_id" ? ids.lastIndexOf(id) : ids.indexOf(id)) + 1;
}

test("every circle is told once and whole, from its first step, with the link that closes it", () => {
  const broken = recordsOf("two_cycle", "long_cycle", "two_disjoint_cycles");
  expect(broken.length).toBeGreaterThan(15);

  for (const record of broken) {
    const { edge, backEdges = edge ? [edge] : [], offenders = [] } = record.expect;
    const errors = errorsOf(record);
    const circles = errors.map(toldCircle);
    const links = new Set(record.edges.map(([from, to]) => `${from} → ${to}`));
    expect([record.id, errors.map(({ code }) => code)]).toEqual([record.id, backEdges.map(() => "cycle")]);
    expect(circles.flatMap(linksOf).filter((link) => !links.has(link))).toEqual([]);
    expect(circles.flat().filter((id) => !offenders.includes(id))).toEqual([]);
    for (const [from, to] of backEdges)
      expect(circles.filter((circle) => linksOf(circle).includes(`${from} → ${to}`))).toHaveLength(1);
    for (const [index, circle] of circles.entries()) {
      const first = record.nodes.find(({ id }) => circle.includes(id));
      expect([record.id, circle[0], circle.at(-1)]).toEqual([record.id, first?.id, first?.id]);
      expect(errors[index]?.stepId).toBe(first?.id);
      for (const { title } of record.nodes.filter(({ id }) => circle.includes(id)))
        expect(errors[index]?.message).toContain(`"${title}"`);
    }
  }
});
