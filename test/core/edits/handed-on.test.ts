import { expect, test } from "vitest";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import type { Change } from "#server/core/edit-schema-settings.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { edited, fresh, insert, merge, refusal, refusals, split, update } from "./edits-make.ts";

const reasoning: Change = { field: "kind", value: "reasoning" };
const text: Change = { field: "kind", value: "tool" };

/** load → read, wait, look and after, which read and confirm what load gave. */
function loaded(load: Partial<Step> = { kind: "tool", tool: "read_file", input: { path: "a" } }): Plan {
  return makePlan(
    { load: [], read: ["load"], wait: ["load"], look: ["load"], after: ["load"] },
    {
      load,
      read: {
        kind: "tool",
        tool: "t",
        input: { x: "$load.output.rows", y: "is ${load.status}", z: "$input.month" },
        if: "$load.output.n > 1 && $load.status == 'completed'",
        precondition: { tool: "t", input: "$load.output.key", path: "", op: "==", value: 1 },
      },
      wait: { kind: "wait", wait: { until: "$load.output.at" } },
      look: { kind: "check", tool: "t", verifies: "load", if: "$load.status == 'completed'" },
      after: { if: "$load.status == 'completed'" },
    },
  );
}

/** The ids that a step names, each field by itself. */
function namedBy(plan: Plan): Record<string, string[]> {
  return Object.fromEntries(
    plan.steps.map(({ id, input, if: condition, precondition, wait, verifies }) => [
      id,
      [
        ...new Set(JSON.stringify([input, condition, precondition, wait, verifies]).match(/load|p[12]/g)),
      ].sort(),
    ]),
  );
}

const chainOf = (...later: PlanEdit[]): PlanEdit[] => [split("load", "chain", "load", "p1", "p2"), ...later];

test("what reads a split step in any field, or confirms it, goes with the one part that has its call", () => {
  const first = edited(loaded(), chainOf(update("p1", reasoning), update("p2", reasoning)));
  const second = edited(loaded(), chainOf(update(1, reasoning), update("p2", reasoning)));
  const third = edited(loaded(), chainOf(update("load", reasoning), update("p1", reasoning)));

  expect(namedBy(first.plan)).toMatchObject({
    read: ["load"],
    wait: ["load"],
    look: ["load"],
    after: ["p2"],
  });
  expect(namedBy(second.plan)).toMatchObject({ read: ["p1"], wait: ["p1"], look: ["p1"], after: ["p2"] });
  expect(namedBy(third.plan)).toMatchObject({ read: ["p2"], wait: ["p2"], look: ["p2"], after: ["p2"] });
  expect(first.plan.steps[3]).toEqual({ ...loaded().steps[1], dependsOn: ["p2"] });
  expect(first.notes).toEqual([
    'What read step 1 "load" now reads step 1 "Part load".',
    'What read the status of step 1 "load" now reads that of the new step "Part p2".',
    'Step 4 "look" now confirms step 1 "Part load", not the other parts.',
    'The new step "Part p1" no longer has tool and input, which a reasoning step does not take.',
    'The new step "Part p2" no longer has tool and input, which a reasoning step does not take.',
  ]);
});

test("of several parts with the call the last is read, and without any the last of all", () => {
  const call = (id: string, value: string | null) => update(id, { field: "tool", value });
  const none = ["load", "p1", "p2"].map((id) => update(id, reasoning));

  expect(namedBy(edited(loaded(), chainOf()).plan)).toMatchObject({ read: ["p2"], look: ["p2"] });
  expect(namedBy(edited(loaded(), chainOf(call("p2", "other"))).plan)).toMatchObject({ read: ["p1"] });
  expect(namedBy(edited(loaded(), chainOf(call("p2", null))).plan)).toMatchObject({ read: ["p1"] });
  expect(namedBy(edited(loaded(), chainOf(call("p2", "read_file"))).plan)).toMatchObject({ read: ["p2"] });
  expect(namedBy(edited(loaded(), chainOf(...none)).plan)).toMatchObject({ read: ["p2"] });
  const back = [update("p2", reasoning), update("p2", text, { field: "tool", value: "read_file" })];
  expect(namedBy(edited(loaded(), chainOf(...back)).plan)).toMatchObject({ read: ["p2"] });
});

test("a settled part says with its own settings whether it has the call", () => {
  const parts = ["load", "p1"].map((id) => ({ id, title: id, instructions: "", expectedOutput: "" }));
  const tools = [[], [{ field: "tool" as const, value: "other" }]];
  const split: PlanEdit = {
    op: "split_step",
    step: "load",
    arrangement: "chain",
    parts: parts.map((part, index) => ({ ...part, settings: tools[index] ?? [] })),
  };

  expect(namedBy(edited(loaded(), [split]).plan)).toMatchObject({ read: ["load"], after: ["p1"] });
});

test("an agent's call is a call; a reasoning step gives what its last part gives", () => {
  const agent = loaded({ kind: "agent", agent: "helper" });
  const changed = chainOf(update("p2", { field: "kind", value: "tool" }, { field: "tool", value: "t" }));

  expect(namedBy(edited(agent, chainOf(update("p2", reasoning))).plan)).toMatchObject({ read: ["p1"] });
  expect(namedBy(edited(loaded({}), changed).plan)).toMatchObject({ read: ["p2"], after: ["p2"] });
});

test("a check of a step split side by side confirms the part that has its call", () => {
  const plan = makePlan(
    { load: [], look: ["load"] },
    { load: { kind: "tool", tool: "t" }, look: { kind: "check", tool: "t", verifies: "load" } },
  );
  const { steps } = edited(plan, [split(1, "parallel", "load", "p1"), update("p1", reasoning)]).plan;

  expect(steps[2]).toMatchObject({ verifies: "load", dependsOn: ["load", "p1"] });
});

test("that each part asks for approval or checks a precondition is told, unless it does not", () => {
  const plan = makePlan(
    { a: [] },
    {
      a: { kind: "tool", tool: "t", approval: {}, precondition: { tool: "t", path: "", op: "==", value: 1 } },
    },
  );
  const none = { reason: null, expiresAfterHours: null, approvers: null };
  const asks = (required: boolean) => update("p", { field: "approval", required, ...none });
  const looks = (tool: string | null) =>
    update("p", { field: "precondition", tool, input: null, path: "", op: "==", value: 1 });
  const notes = (...edits: PlanEdit[]) => edited(plan, [split("a", "chain", "a", "p"), ...edits]).notes;

  expect(notes()).toEqual(["Each part asks for approval.", "Each part checks the precondition first."]);
  expect(notes(asks(true), looks("u"))).toHaveLength(2);
  expect(notes(asks(false))).toEqual(["Each part checks the precondition first."]);
  expect(notes(looks(null))).toEqual(["Each part asks for approval."]);
});

const object = (...fields: string[]) => ({
  type: "object",
  properties: Object.fromEntries(fields.map((field) => [field, { type: "number" }])),
});

/** a and b → c, which reads b */
function read(reference: string, a: Partial<Step>, b: Partial<Step>): Plan {
  return makePlan({ a: [], b: [], c: ["a", "b"] }, { a, b, c: { if: `${reference} != 1` } });
}

const lost = (reference: string) =>
  `broken_reference: Step 3 "c" reads ${reference}, which the merged step would no longer give. First change what its input and condition read, or leave step 2 "b" out of the merge.`;

test("a merge that drops what a step reads is refused with the reference", () => {
  const tool = (input: string): Partial<Step> => ({ kind: "tool", tool: "t", input });
  const refused: [string, Partial<Step>, Partial<Step>][] = [
    ["$b.output.y", {}, { outputSchema: object("y") }],
    ["$b.output", {}, { outputSchema: object("y") }],
    ["$b.output", { outputSchema: object("x") }, {}],
    ["$b.output.y", { outputSchema: object("x") }, { outputSchema: object("y") }],
    ["$b.output", { outputSchema: object("x") }, { outputSchema: object("x", "y") }],
    ["$b.output.y", { outputSchema: object("x") }, { outputSchema: { type: "object" } }],
    ["$b.output", {}, tool("x")],
    ["$b.output", tool("x"), {}],
    ["$b.output", tool("x"), tool("y")],
    ["$b.output", tool("x"), { ...tool("x"), tool: "u" }],
    ["$b.output", { kind: "agent", agent: "one" }, { kind: "agent", agent: "two" }],
  ];

  for (const [reference, a, b] of refused)
    expect(refusal(read(reference, a, b), [merge(["a", "b"])])).toBe(lost(reference));
});

test("a merge that still gives what is read is applied", () => {
  const applied: [string, Partial<Step>, Partial<Step>][] = [
    ["$b.output.y", {}, {}],
    ["$b.status", {}, { kind: "tool", tool: "t" }],
    ["$a.output.x", { outputSchema: object("x") }, { outputSchema: object("y") }],
    ["$b.output.y", { outputSchema: object("x", "y") }, { outputSchema: object("y") }],
    ["$b.output", { outputSchema: object("y") }, { outputSchema: object("y") }],
    ["$b.output.z", { outputSchema: object("x") }, { outputSchema: object("y") }],
    ["$b.output.z", { kind: "tool", tool: "t", input: "x" }, { kind: "tool", tool: "t", input: "x" }],
  ];

  for (const [reference, a, b] of applied)
    expect(edited(read(reference, a, b), [merge(["a", "b"])]).plan.steps[1]?.if).toBe(
      `${reference.replace("b", "a")} != 1`,
    );
});

test("what a merge drops is judged on the end of the list of edits", () => {
  const plan = read("$b.output", {}, { kind: "tool", tool: "t" });
  const call = update("a", text, { field: "tool", value: "t" });
  const condition = (value: string | null) => update("c", { field: "if", value });

  expect(edited(plan, [merge(["a", "b"]), call]).plan.steps).toHaveLength(2);
  expect(edited(plan, [merge(["a", "b"]), condition("$a.status == 'failed'")]).plan.steps).toHaveLength(2);
  expect(edited(plan, [merge(["a", "b"]), { op: "remove_step", step: "c", rewire: "bridge" }]).notes).toEqual(
    ['Step 2 "b" had its own kind and tool; the merged step does not.'],
  );
  expect(refusal(plan, [merge(["a", "b"]), condition("$a.output == 2")])).toBe(lost("$b.output"));
});

test("every reader of what a merge drops is named once, also when merges follow each other", () => {
  const plan = makePlan(
    { z: [], a: [], b: [], c: ["b"], d: ["b"] },
    {
      b: { kind: "tool", tool: "t" },
      c: { if: "$b.output.n > 1 && $b.output.m > 1 && $b.output.n < 9" },
      d: { kind: "tool", tool: "t", input: "$b.output" },
    },
  );
  const says = (name: string, read: string) =>
    `broken_reference: ${name} reads ${read}, which the merged step would no longer give. First change what its input and condition read, or leave step 3 "b" out of the merge.`;

  expect(refusals(plan, [merge(["a", "b"]), merge(["z", "a"]), insert(fresh("n"))])).toEqual([
    says('Step 4 "c"', "$b.output.n and $b.output.m"),
    says('Step 5 "d"', "$b.output"),
  ]);
});
