import { expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import {
  bringBack,
  drop,
  edited,
  fresh,
  insert,
  merge,
  move,
  refusal,
  refusals,
  remove,
  set,
  split,
  swap,
  update,
} from "./edits-make.ts";
import { pipeline } from "./pipeline.ts";

test("taking away the order that a reference needs is refused with the reader, the reference and what would work", () => {
  const says =
    'broken_reference: Step 3 "sum" reads $parse.output, so it has to come after step 2 "parse". Keep it waiting for that step, directly or through others, or first change what its input and condition read.';

  expect(refusal(pipeline(), [drop("sum", ["parse"])])).toBe(says);
  expect(refusal(pipeline(), [set("sum", ["read"])])).toBe(says);
  expect(refusal(pipeline(), [swap("parse", "sum")])).toBe(says);
  expect(refusal(pipeline(), [move("parse", null, { dependsOn: ["write"], requiredBy: [] })])).toBe(says);
});

test("a new reference to a step that is not before is refused, an old one is left alone", () => {
  const input = (value: string) => update("read", { field: "input" as const, value: JSON.stringify(value) });
  const old = pipeline({ read: { input: "$gone.output" } });

  expect(refusal(pipeline(), [input("$write.output")])).toContain(
    'Step 1 "read" reads $write.output, so it has to',
  );
  expect(refusal(pipeline(), [input("$read.output.a")])).toBe(
    'broken_reference: Step 1 "read" cannot read $read.output.a, its own result. Let it read a step that comes before it.',
  );
  expect(refusal(pipeline(), [input("$gone.output")])).toBe(
    'broken_reference: Step 1 "read" reads $gone.output, and the plan has no step "gone". Bring that step back or add it, or change what its input and condition read.',
  );
  expect(refusal(pipeline(), [input("${wrote.output} ${wrote.output} ${wrote.status}")])).toBe(
    'broken_reference: Step 1 "read" reads $wrote.output and $wrote.status, and the plan has no step "wrote". Did you mean "write"? Bring that step back or add it, or change what its input and condition read.',
  );
  expect(edited(old, [update("write", { field: "title", value: "W" })]).plan.steps[3]?.title).toBe("W");
});

test("a step that comes back without what it reads is refused", () => {
  const before = pipeline();
  const after = edited(before, [
    remove("sum"),
    remove("write"),
    remove("parse"),
    remove("read"),
    insert(fresh("n")),
  ]).plan;
  const history = { revisions: { 1: before, 2: after } };

  expect(refusal(after, [bringBack("sum")], history)).toContain(
    'reads $parse.output, and the plan has no step "parse"',
  );
  expect(
    edited(after, [bringBack("read"), bringBack("parse"), bringBack("sum")], history).plan.steps,
  ).toHaveLength(4);
});

test("a step that depends on one that was never there may not start to read it", () => {
  const plan = makePlan({ a: ["gone"] });
  const change = { field: "if" as const, value: "$gone.output == 1" };

  expect(refusal(plan, [update("a", change)])).toContain(
    'reads $gone.output, and the plan has no step "gone"',
  );
});

test("precondition, condition and the time that is waited for follow a split and a merge", () => {
  const wait = (id: string): Partial<Step> => ({ kind: "wait", wait: { until: `\${${id}.output}` } });
  const reads = (id: string): Partial<Step> => ({
    if: `$${id}.output != "a" && !$${id}.output`,
    precondition: { tool: "t", input: { x: `$${id}.output` }, path: "", op: "==", value: 1 },
  });
  const made = (id: string) =>
    makePlan(
      { first: [], b: ["first"], c: ["b"], d: ["b"] },
      { b: { if: "$first.output == 1" }, c: wait(id), d: reads(id) },
    );

  expect(edited(made("b"), [split("b", "chain", "b", "p")]).plan.steps.slice(3)).toMatchObject([
    wait("p"),
    reads("p"),
  ]);
  const merged = merge(["first", "b"], [{ field: "if", value: null }]);
  expect(edited(made("b"), [merged]).plan.steps.slice(1)).toMatchObject([wait("first"), reads("first")]);
  expect(refusals(made("b"), [drop("c", ["b"])])).toEqual([
    expect.stringContaining('Step 3 "c" reads $b.output, so it has to come after step 2 "b".'),
  ]);
});

test("a condition that cannot be read to its end is followed as far as its words go", () => {
  const plan = makePlan(
    { a: [], b: ["a"], c: ["a"] },
    { b: { if: "$a.output ==" }, c: { if: "'$a.output" } },
  );
  const { steps } = edited(plan, [split("a", "chain", "a", "p")]).plan;

  expect(steps.slice(2).map((step) => step.if)).toEqual(["$p.output ==", "'$a.output"]);
});

test("steps that read nothing of what changed stay the same objects", () => {
  const plan = pipeline();
  const { steps } = edited(plan, [split("parse", "chain", "parse", "p")]).plan;

  expect(steps[0]).toBe(plan.steps[0]);
  expect(steps[4]).toBe(plan.steps[3]);
});

test("a parallel split is refused with every reader", () => {
  const plan = pipeline({ write: { input: "$parse.output.a" } });
  const says = (name: string) =>
    `broken_reference: ${name} refers to $parse, and after a parallel split it is not clear which part is meant. Change its input or condition first, or split into a chain.`;

  expect(refusals(plan, [split("parse", "parallel", "parse", "p")])).toEqual([
    says('Step 3 "sum"'),
    says('Step 4 "write"'),
  ]);
});

test("a step that reads itself keeps reading its first part", () => {
  const plan = makePlan({ a: [] }, { a: { kind: "tool", tool: "t", input: "$a.output" } });

  expect(edited(plan, [split("a", "chain", "a", "p")]).plan.steps[0]).toMatchObject({ input: "$a.output" });
});

test("a list in which a step no longer waits, but still through others, breaks nothing", () => {
  const plan = makePlan({ a: [], b: ["a"], c: ["a", "b"] }, { c: { if: "$a.output == 1" } });

  expect(edited(plan, [drop("c", ["a"])]).plan.steps[2]).toMatchObject({ dependsOn: ["b"] });
});

test("a step that has not changed is judged when one before it loses a link", () => {
  const plan = makePlan({ a: [], b: [], c: ["a", "b"], d: ["c"] }, { d: { if: "$a.output == 1" } });

  expect(refusal(plan, [drop("c", ["a"])])).toContain('Step 4 "d" reads $a.output, so it has to come after');
});

test("a step of an old circle may not start to read itself", () => {
  const plan = makePlan({ a: ["b"], b: ["a"] });
  const change = { field: "if" as const, value: "$a.output == 1" };

  expect(refusal(plan, [update("a", change)])).toContain("cannot read $a.output, its own result");
});

test("a step has no more fields for having been followed", () => {
  const plan = makePlan({ a: [], b: ["a"] }, { b: { if: "$a.output == 1" } });
  const after = edited(plan, [split("a", "chain", "a", "p")]).plan.steps[2];

  expect(after).toStrictEqual({ ...plan.steps[1], dependsOn: ["p"], if: "$p.output == 1" });
});

test("titles, circles and references are judged together", () => {
  expect(
    refusals(pipeline(), [update("read", { field: "title", value: "" }), drop("sum", ["parse"])]),
  ).toEqual([
    expect.stringContaining("bad_title: "),
    expect.stringContaining('Step 3 "sum" reads $parse.output'),
  ]);
});
