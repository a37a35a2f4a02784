import { expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { chain, diamond, edited, merge, move, refusal, set, split, swap, wired } from "./edits-make.ts";

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
    'broken_reference: Step 2 "b" refers to $a, and after a parallel split',
  );
  expect(refusal(chain(2), [split(1, "chain", "a")])).toBe(
    "bad_split: A step is split into 2 to 10 parts, not 1.",
  );
  expect(refusal(chain(2), [split(1, "chain", "a", "b")])).toContain("duplicate_id: ");
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
    'merged_condition: Step 1 "a" and Step 2 "b" run under different conditions. Give the merged step its "if".',
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
  expect(refusal(chain(2), [merge([1, "a"])])).toBe("bad_merge: A merge needs at least two different steps.");
});

test("moving changes the number alone, unless the step is wired in anew", () => {
  expect(wired(diamond(), [move("e", 0)])).toBe("e<d a< b<a c<a d<b,c");
  expect(wired(chain(4), [move(2, null, { dependsOn: [4], requiredBy: [] })])).toBe("a< c<a d<c b<d");
  expect(wired(chain(3), [move(1, 2, { dependsOn: [2], requiredBy: [3] })])).toBe("b< a<b c<a");
  expect(refusal(chain(3), [move(1, "a")])).toBe('self_move: Step 1 "a" cannot be moved behind itself.');
  expect(refusal(chain(3), [move(1, "zzz")])).toContain("missing_step: ");
});

test("a swap exchanges two steps in the list and in the graph", () => {
  expect(wired(chain(4), [swap(2, 3)])).toBe("a< c<a b<c d<b");
  expect(wired(chain(3), [swap(1, 3)])).toBe("c< b<c a<b");
  expect(wired(diamond(), [swap("b", "c")])).toBe("a< c<a b<a d<c,b e<d");
  expect(refusal(chain(3), [swap(1, "a")])).toBe('self_swap: Step 1 "a" cannot be swapped with itself.');
});

test("a merged step's old numbers work in later edits of the list", () => {
  expect(wired(chain(4), [merge([1, 2]), set(4, [2])])).toBe("a< c<a d<a");
});
