import { expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import {
  add,
  chain,
  diamond,
  edited,
  merge,
  move,
  refusal,
  refusals,
  set,
  split,
  swap,
  wired,
} from "./edits-make.ts";

test("a split in a chain hands the dependents to the last part, a parallel one to all", () => {
  expect(wired(chain(3), [split(2, "chain", "b", "b2", "b3")])).toBe("a< b<a b2<b b3<b2 c<b3");
  expect(wired(chain(3), [split(2, "parallel", "b", "b2")])).toBe("a< b<a b2<a c<b,b2");
});

test("every part keeps approval, condition and policy", () => {
  const plan = makePlan({ a: [], b: ["a"] }, { b: { approval: {}, if: "$a.output == 1", onError: "stop" } });
  const { steps } = edited(plan, [split(2, "chain", "b", "b2")]).plan;

  for (const part of steps.slice(1))
    expect(part).toMatchObject({ approval: {}, if: "$a.output == 1", onError: "stop" });
});

test("references in input, condition and precondition follow to the last part, and so does what confirms it", () => {
  const plan = makePlan(
    { a: [], b: ["a"], c: ["a"] },
    {
      b: {
        if: "$a.output.n > 1 && '$a.output' != ''",
        input: { x: "$a.output", y: "n: ${a.output.n}, $a.output", z: ["$a2.output"] },
        precondition: { tool: "t", input: "$a.status", path: "", op: "==", value: 1 },
      },
      c: { kind: "check", verifies: "a" },
    },
  );
  const { steps } = edited(plan, [split(1, "chain", "a", "part")]).plan;

  expect(steps[2]).toMatchObject({
    if: "$part.output.n > 1 && '$a.output' != ''",
    input: { x: "$part.output", y: "n: ${part.output.n}, $a.output", z: ["$a2.output"] },
    precondition: { input: "$part.status" },
  });
  expect(steps[3]).toMatchObject({ verifies: "part" });
});

test("a part may refer to the part before it", () => {
  const plan = makePlan({ a: [] }, { a: { kind: "tool", tool: "t" } });
  const settings = [{ field: "input" as const, value: '"$a.output"' }];
  const parts = [
    { id: "a", title: "One", instructions: "", expectedOutput: "", settings: [] },
    { id: "a2", title: "Two", instructions: "", expectedOutput: "", settings },
  ];

  const { steps } = edited(plan, [{ op: "split_step", step: 1, parts, arrangement: "chain" }]).plan;

  expect(steps[1]).toMatchObject({ id: "a2", input: "$a.output", dependsOn: ["a"] });
});

test("a split that would leave a reference open, or that has one part, is refused", () => {
  const plan = makePlan({ a: [], b: ["a"] }, { b: { if: "$a.output.n > 1" } });

  expect(refusal(plan, [split(1, "parallel", "a", "a2")])).toContain(
    'broken_reference: Step 2 "b" refers to $a, and after a parallel split it is not clear which part is meant.',
  );
  expect(refusal(chain(2), [split(1, "chain", "a")])).toBe(
    'bad_split: Step 1 "a" can be split into 2 to 10 parts, not 1.',
  );
  expect(refusal(chain(2), [split(1, "chain")])).toContain("2 to 10 parts, not 0.");
  expect(refusal(chain(2), [split(1, "chain", ..."acdefghijkl")])).toContain("2 to 10 parts, not 11.");
  expect(edited(chain(2), [split(1, "chain", ..."acdefghijk")]).plan.steps).toHaveLength(11);
  expect(refusal(chain(2), [split(1, "chain", "a", "b")])).toContain("duplicate_id: ");
  expect(refusal(chain(2), [split(1, "chain", "a", "c", "c")])).toContain("duplicate_id: ");
});

test("a merge unites both sides in the place of the first, whatever the order named", () => {
  expect(wired(chain(4), [merge([2, 3])])).toBe("a< b<a d<b");
  expect(wired(chain(4), [merge([3, 2])])).toBe("a< b<a d<b");
  expect(wired(diamond(), [merge(["b", "c"])])).toBe("a< b<a d<b e<d");
  expect(wired(chain(5), [merge([2, 3]), merge([3, 4])])).toBe("a< b<a e<b");
});

test("a merge round a step between them is refused", () => {
  expect(refusal(chain(3), [merge([1, 3])])).toMatch(/^cycle: .*"b"/);
});

test("a merge keeps an approval and refuses to choose between conditions", () => {
  const approved = makePlan({ a: [], b: ["a"] }, { b: { approval: { reason: "Money" } } });
  const conditional = makePlan({ a: [], b: [] }, { b: { if: "1 == 1" } });

  expect(edited(approved, [merge([1, 2])]).plan.steps[0]).toMatchObject({ approval: { reason: "Money" } });
  expect(refusal(conditional, [merge([1, 2])])).toBe(
    'merged_condition: Step 1 "a" and step 2 "b" run under different conditions. Give the merged step its "if".',
  );
  expect(wired(conditional, [merge([1, 2], [{ field: "if", value: null }])])).toBe("a<");
});

test("references from outside follow a merge; one from inside is refused", () => {
  const outside = makePlan({ a: [], b: ["a"], c: ["b"] }, { c: { if: "$b.output == 1" } });
  const inside = makePlan(
    { a: [], b: ["a"] },
    { a: { kind: "tool", tool: "t", input: "$b.output" }, b: { kind: "tool", tool: "t" } },
  );

  expect(edited(outside, [merge([1, 2])]).plan.steps[1]).toMatchObject({ if: "$a.output == 1" });
  expect(refusal(inside, [merge([1, 2])])).toContain('broken_reference: Step 1 "a" would refer to $b');
});

test("a merge tells which settings it could not keep", () => {
  const plan = makePlan({ a: [], b: ["a"] }, { b: { maxAttempts: 5 } });

  expect(edited(plan, [merge([1, 2])]).notes).toEqual([
    'Step 2 "b" had its own maxAttempts; the merged step does not.',
  ]);
  expect(edited(plan, [merge([1, 2], [{ field: "retries", value: 4 }])]).notes).toEqual([]);
  expect(refusal(chain(2), [merge([1, "a"])])).toBe(
    "bad_merge: A merge needs at least two different steps. Name each of them.",
  );
});

test("moving changes the number alone, unless the step is wired in anew", () => {
  expect(wired(diamond(), [move("e", 0)])).toBe("e<d a< b<a c<a d<b,c");
  expect(wired(chain(4), [move(2, null, { dependsOn: [4], requiredBy: [] })])).toBe("a< c<a d<c b<d");
  expect(wired(chain(3), [move(1, 2, { dependsOn: [2], requiredBy: [3] })])).toBe("b< a<b c<a");
  expect(refusal(chain(3), [move(1, "a")])).toBe(
    'self_move: Step 1 "a" cannot be moved behind itself. Name another step as its place.',
  );
  expect(refusal(chain(3), [move(1, "zzz")])).toContain("missing_step: ");
});

test("a swap exchanges two steps in the list and in the graph", () => {
  expect(wired(chain(4), [swap(2, 3)])).toBe("a< c<a b<c d<b");
  expect(wired(chain(3), [swap(1, 3)])).toBe("c< b<c a<b");
  expect(wired(diamond(), [swap("b", "c")])).toBe("a< c<a b<a d<c,b e<d");
  expect(refusal(chain(3), [swap(1, "a")])).toBe(
    'self_swap: Step 1 "a" cannot be swapped with itself. Name two different steps.',
  );
});

test("a merged step's old numbers work in later edits of the list", () => {
  expect(wired(chain(4), [merge([1, 2]), set(4, [2])])).toBe("a< c<a d<a");
});

test("a part has its own words and settings, and else all that the whole step had", () => {
  const plan = makePlan({ a: [], b: ["a"] }, { b: { maxAttempts: 5, onError: "stop" } });
  const part = (id: string, value: number) => ({
    id,
    title: `Part ${id}`,
    instructions: `Do ${id}`,
    expectedOutput: `Done ${id}`,
    settings: [{ field: "retries" as const, value }],
  });
  const parts = [part("ignored", 0), part("c", 1)];
  const after = (id: string, dependsOn: string[], maxAttempts: number) => ({
    id,
    kind: "reasoning",
    dependsOn,
    maxAttempts,
    onError: "stop",
  });

  expect(
    edited(plan, [{ op: "split_step", step: "b", arrangement: "chain", parts }]).plan.steps.slice(1),
  ).toEqual([
    {
      ...after("b", ["a"], 1),
      title: "Part ignored",
      instructions: "Do ignored",
      expectedOutput: "Done ignored",
    },
    { ...after("c", ["b"], 2), title: "Part c", instructions: "Do c", expectedOutput: "Done c" },
  ]);
});

test("a merge keeps what one of the steps has alone, and tells what the others lose", () => {
  const plan = makePlan(
    { a: [], b: [], c: [] },
    {
      a: { maxAttempts: 2 },
      b: { kind: "tool", tool: "t", usesRunInput: true, maxAttempts: 2 },
      c: { approval: { reason: "Money" }, timeoutSeconds: 9 },
    },
  );

  expect(edited(plan, [merge(["a", "b", "c"])])).toEqual({
    plan: {
      ...plan,
      steps: [
        {
          ...plan.steps[0],
          title: "Merged",
          instructions: "Both.",
          expectedOutput: "",
          usesRunInput: true,
          approval: { reason: "Money" },
        },
      ],
    },
    notes: [
      'Step 2 "b" had its own kind and tool; the merged step does not.',
      'Step 3 "c" had its own timeoutSeconds; the merged step does not.',
    ],
  });
});

test("of two approvals the first stays, and the other is told", () => {
  const plan = makePlan({ a: [], b: [] }, { a: { approval: {} }, b: { approval: { approvers: 2 } } });
  const { steps, notes } = {
    ...edited(plan, [merge([1, 2])]).plan,
    notes: edited(plan, [merge([1, 2])]).notes,
  };

  expect(steps[0]?.approval).toEqual({});
  expect(notes).toEqual(['Step 2 "b" had its own approval; the merged step does not.']);
});

test("three conditions that differ are named, and equal ones are kept", () => {
  const over = (...conditions: string[]) =>
    makePlan(
      { a: [], b: [], c: [] },
      Object.fromEntries(conditions.map((text, index) => ["abc"[index], { if: text }])),
    );

  expect(refusal(over("1 == 1", "1 == 1", "1 == 2"), [merge([1, 2, 3])])).toBe(
    'merged_condition: Step 1 "a", step 2 "b" and step 3 "c" run under different conditions. Give the merged step its "if".',
  );
  expect(edited(over("1 == 1", "1 == 1", "1 == 1"), [merge([1, 2, 3])]).plan.steps[0]?.if).toBe("1 == 1");
});

test("a merged step that would read what went into it is refused with each reference", () => {
  const plan = makePlan(
    { a: [], b: ["a"] },
    { a: { kind: "tool", tool: "t" }, b: { kind: "tool", tool: "t" } },
  );
  const input = { field: "input" as const, value: '["$a.output","$b.output"]' };

  expect(refusals(plan, [merge([1, 2], [input])])).toEqual([
    'broken_reference: Step 1 "a" would refer to $a, which is part of the merged step. Change its input or condition too.',
    'broken_reference: Step 1 "a" would refer to $b, which is part of the merged step. Change its input or condition too.',
  ]);
});

test("a merge of no step is refused", () => {
  expect(refusal(chain(2), [merge([])])).toBe(
    "bad_merge: A merge needs at least two different steps. Name each of them.",
  );
});

test("a merge into a merged step is followed by all of the old names", () => {
  expect(wired(chain(4), [merge([3, 4]), merge([2, 4]), add(1, []), set(4, [])])).toBe("a< b<");
});

test("only the links of swapped steps change", () => {
  const plan = diamond();
  const { steps } = edited(plan, [swap("b", "c")]).plan;

  expect(steps[0]).toBe(plan.steps[0]);
  expect(steps[1]).toBe(plan.steps[2]);
  expect(steps[4]).toBe(plan.steps[4]);
  expect(wired(diamond(), [swap("a", "d")])).toBe("d< b<d c<d a<b,c e<a");
});

test("moving behind a step that has a double by its number works", () => {
  const doubled = {
    ...chain(3),
    steps: chain(3).steps.map((step) => (step.id === "c" ? { ...step, id: "b" } : step)),
  };

  expect(edited(doubled, [move(1, 3)]).plan.steps.map((step) => step.title)).toEqual(["b", "c", "a"]);
});
