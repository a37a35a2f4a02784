import { expect, test } from "vitest";
import type { Plan } from "#server/core/plan.ts";
import { makePlan, makeStep } from "#test/make.ts";
import {
  bringBack,
  chain,
  diamond,
  edited,
  fresh,
  goBack,
  insert,
  move,
  refusal,
  refusals,
  remove,
  rename,
  split,
  wired,
} from "./edits-make.ts";

test("a new step goes where it is placed, and runs where it is linked", () => {
  expect(wired(chain(2), [insert(fresh("n", ["b"]))])).toBe("a< b<a n<b");
  expect(wired(chain(2), [insert(fresh("n"), 0, [1])])).toBe("n< a<n b<a");
  expect(wired(chain(3), [insert(fresh("n", [1]), 1, [2])])).toBe("a< n<a b<n c<b");
  expect(wired(diamond(), [insert(fresh("n", ["b"]), 2, ["d"])])).toBe("a< b<a n<b c<a d<c,n e<d");
  expect(wired(diamond(), [insert(fresh("n", ["a"]), 3)])).toBe("a< b<a c<a n<a d<b,c e<d");
});

test("settings of a new step arrive, two retries being three attempts", () => {
  const settings = [
    { field: "approval", required: true, reason: null, expiresAfterHours: null, approvers: null },
    { field: "retries", value: 2 },
  ] as const;

  expect(edited(chain(1), [insert(fresh("n", [], [...settings]))]).plan.steps[1]).toEqual({
    ...makeStep("n"),
    title: "New n",
    instructions: "",
    expectedOutput: "",
    approval: {},
    maxAttempts: 3,
  });
});

test("an id is never used twice in an agent", () => {
  const revisions = { 1: chain(3) };

  expect(refusal(chain(2), [insert(fresh("a"))])).toBe(
    'duplicate_id: The id "a" is taken by step 1 "a". Choose another, such as "a-2".',
  );
  expect(refusal(chain(2), [remove("a"), insert(fresh("a"))])).toContain("duplicate_id: ");
  expect(refusal(chain(2), [insert(fresh("c"))], { revisions })).toBe(
    'used_id: The id "c" belonged to a step that was removed. Choose another, such as "c-2", or bring that step back with restore_step.',
  );
  expect(
    refusal(chain(2), [split(1, "chain", "a", "old")], { usedIds: new Set(["old", "old-2"]) }),
  ).toContain('such as "old-3"');
});

test("a new step with a bad id, an empty title or a circle is refused", () => {
  expect(refusal(chain(2), [insert(fresh("no good"))])).toContain('bad_id: "no good" is no id');
  expect(refusal(chain(2), [insert(fresh("__proto__"))])).toContain("bad_id: ");
  expect(refusal(chain(2), [insert({ ...fresh("n"), title: " " })])).toBe(
    "bad_title: The title cannot be empty. Give one of 1 to 120 characters.",
  );
  expect(refusal(chain(2), [insert(fresh("n", ["n"]))])).toBe(
    'self_dependency: The new step "New n" cannot wait for itself. Name another step.',
  );
  expect(refusal(chain(2), [insert(fresh("n", ["b"]), null, ["a"])])).toContain(
    'cycle: Step 1 "a" cannot wait for the new step "New n"',
  );
});

test("removing bridges over the step, without doubles, or detaches", () => {
  expect(wired(chain(3), [remove(2)])).toBe("a< c<a");
  expect(wired(diamond(), [remove("d")])).toBe("a< b<a c<a e<b,c");
  expect(wired(chain(3), [remove(2, "detach")])).toBe("a< c<");
  expect(wired(chain(5), [remove(2), remove(3), remove(4)])).toBe("a< e<a");
});

test("removing a step ends what it was confirmed by", () => {
  const plan = makePlan({ a: [], c: ["a"] }, { c: { kind: "check", verifies: "a" } });

  expect(edited(plan, [remove(1)]).plan.steps[0]).not.toHaveProperty("verifies");
});

test("removing mends a plan with doubled ids or a circle", () => {
  const plan = makePlan({ a: [], c: [], b: ["a"] });
  const doubled = {
    ...plan,
    steps: plan.steps.map((step) => (step.id === "c" ? { ...step, id: "a" } : step)),
  };

  expect(wired(doubled, [remove(2)])).toBe("a< b<a");
  expect(wired(makePlan({ a: ["b"], b: ["a"] }), [remove(2)])).toBe("a<");
});

test("a removed step comes back as it was, at its old place, with the dependencies that still exist", () => {
  const before: Plan = makePlan(
    { a: [], b: ["a"], c: ["b"], d: ["c", "b"] },
    { c: { approval: {}, instructions: "Old words" } },
  );
  const removed = edited(before, [remove("c")]).plan;
  const back = edited(removed, [bringBack("c", null, ["d"])], { revisions: { 1: before } });

  expect(back.plan.steps[2]).toBe(before.steps[2]);
  expect(wired(removed, [bringBack("c", 1)], { revisions: { 1: before } })).toBe("a< b<a c<b d<b");
  const withoutB = edited(before, [remove("c"), remove("b")]).plan;
  const bare = edited(withoutB, [bringBack("c")], { revisions: { 1: before, 2: removed } });
  expect(bare.plan.steps.map((step) => `${step.id}<${step.dependsOn}`)).toEqual(["a<", "c<", "d<a"]);
  expect(bare.notes).toEqual(['"c" no longer waits for "b", which the plan does not have.']);
});

test("a step removed at the start of the list comes back at the start, and its old number means it again", () => {
  const before = chain(3);
  const removed = edited(before, [remove("a")]).plan;

  expect(wired(removed, [bringBack("a", 1, ["b"])], { revisions: { 1: before } })).toBe("a< b<a c<b");
  expect(wired(before, [remove(2), bringBack("b"), rename(2, "Bee")], { revisions: { 1: before } })).toBe(
    "a< b<a c<a",
  );
});

test("bringing back what is there or what no revision has is refused", () => {
  const revisions = { 1: chain(3) };

  expect(refusal(chain(2), [bringBack("a")], { revisions })).toBe(
    'not_removed: Step 1 "a" is part of the plan; there is nothing to bring back.',
  );
  expect(refusal(chain(2), [bringBack("z")], { revisions })).toBe(
    'missing_step: No revision has a step with the id "z". Ids of removed steps, the most alike first: "c".',
  );
  expect(refusal(chain(2), [bringBack("z", 1)], { revisions })).toBe(
    'missing_step: Revision 1 has no step with the id "z". Leave the revision out for the newest one that has it.',
  );
  expect(refusal(chain(2), [bringBack("c", 9)], { revisions })).toBe(
    "missing_revision: There is no revision 9. Leave the revision out for the newest one that has the step.",
  );
});

test("a list can start from an older revision, numbered as that one", () => {
  const revisions = { 1: chain(4) };

  expect(wired(chain(2), [goBack(1), remove(4)], { revisions })).toBe("a< b<a c<b");
  expect(edited(chain(2), [goBack(1)], { revisions }).plan).toBe(revisions[1]);
  expect(refusal(chain(2), [remove(1), goBack(1)], { revisions })).toBe(
    "restore_not_first: restore_revision must be the first edit. Put it in front of the others.",
  );
  expect(refusal(chain(2), [goBack(7)])).toBe(
    "missing_revision: There is no revision 7. Name one that the history of the plan has.",
  );
  expect(refusal(chain(4), [goBack(1)], { revisions })).toContain("no_change");
});

test("every fault of a new id is told", () => {
  const used = new Set(["old one", "old-2"]);

  expect(refusals(chain(1), [insert(fresh("old one"))], { usedIds: used })).toEqual([
    'bad_id: "old one" is no id: letters, digits, - and _, at most 64, beginning with a letter or digit, and not "input".',
    'used_id: The id "old one" belonged to a step that was removed. Choose another, such as "old one-2", or bring that step back with restore_step.',
  ]);
});

test("the id that is proposed for a long one fits", () => {
  const id = "x".repeat(64);

  expect(refusal(makePlan({ [id]: [] }), [insert(fresh(id))])).toContain(`such as "${"x".repeat(60)}".`);
});

test("a step that comes back stands behind the nearest one that stood before it", () => {
  const before = makePlan({ a: [], b: [], c: [], d: [], e: [] });
  const history = { revisions: { 1: before } };
  const back = (...gone: string[]) => {
    const after = edited(
      before,
      gone.map((id) => remove(id)),
    ).plan;
    return wired(after, [bringBack("c")], history);
  };

  expect(back("c")).toBe("a< b< c< d< e<");
  expect(back("c", "b")).toBe("a< c< d< e<");
  expect(back("a", "b", "c", "d")).toBe("c< e<");
  expect(wired(edited(before, [remove("c"), move("a", null)]).plan, [bringBack("c")], history)).toBe(
    "b< c< d< e< a<",
  );
  const shuffled = makePlan({ d: [], a: [], b: [], e: [] });
  expect(wired(shuffled, [bringBack("c")], history)).toBe("d< a< b< c< e<");
  const other = makePlan({ x: [], y: [] });
  expect(wired(other, [bringBack("c")], history)).toBe("x< y< c<");
});

test("the newest revision that has the step is the one it comes back from", () => {
  const revisions = {
    2: makePlan({ a: [], c: [] }, { c: { title: "Two" } }),
    10: makePlan({ a: [], c: [] }, { c: { title: "Ten" } }),
    11: makePlan({ a: [] }),
  };

  expect(edited(chain(1), [bringBack("c")], { revisions }).plan.steps[1]?.title).toBe("Ten");
  expect(edited(chain(1), [bringBack("c", 2)], { revisions }).plan.steps[1]?.title).toBe("Two");
});

test("a step that cannot be found is answered with the ids and titles of those that went, the most alike first", () => {
  const gone = [
    ...Array.from({ length: 9 }, (_, index) => ({ id: `x${index}`, title: `Weigh ${index}` })),
    { id: "s7", title: "Print the labels" },
  ];
  const back = (id: string) => refusal(chain(1), [bringBack(id)], { gone });

  expect(back("print-labels")).toMatch(
    /: "s7" \(Print the labels\), (?:"x\d" \(Weigh \d\), ){6}"x\d" \(Weigh \d\) and 2 more\.$/,
  );
  expect(back("Weigh 4")).toContain('first: "x4" (Weigh 4), ');
  expect(refusal(chain(1), [bringBack("z")])).toBe(
    'missing_step: No revision has a step with the id "z". No step of this plan was ever removed.',
  );
});

test("a mistyped id of a removed step is answered with those that were", () => {
  const revisions = { 1: makePlan({ a: [], "fetch-orders": [] }) };

  expect(refusal(chain(1), [bringBack("fetch-order")], { revisions })).toBe(
    'missing_step: No revision has a step with the id "fetch-order". Ids of removed steps, the most alike first: "fetch-orders".',
  );
  expect(refusal(chain(1), [bringBack("fetch-order")], { usedIds: new Set(["fetch-orders"]) })).toContain(
    'the most alike first: "fetch-orders".',
  );
  expect(refusal(chain(1), [bringBack("fetch-order", 1)], { revisions })).toBe(
    'missing_step: Revision 1 has no step with the id "fetch-order". Did you mean "fetch-orders"? Leave the revision out for the newest one that has it.',
  );
});

test("a step with an id that is none does not come back", () => {
  const revisions = { 1: makePlan({ "no good": [] }) };

  expect(refusal(chain(1), [bringBack("no good")], { revisions })).toContain('bad_id: "no good" is no id');
});

test("several lost dependencies of a step that comes back are told in one sentence", () => {
  const before = makePlan({ a: [], b: [], c: ["a", "b"] });

  expect(edited(makePlan({ x: [] }), [bringBack("c")], { revisions: { 1: before } }).notes).toEqual([
    '"c" no longer waits for "a" and "b", which the plan does not have.',
  ]);
});

test("going back is told from changing nothing, and from a revision that is not there", () => {
  expect(edited(chain(2), [goBack(1)], { revisions: { 1: chain(3) } }).plan).toEqual(chain(3));
  expect(refusal(chain(2), [goBack(3), remove(9)])).toBe(
    "missing_revision: There is no revision 3. Name one that the history of the plan has.",
  );
  expect(refusal(chain(2), [goBack(1)], { revisions: { 1: structuredClone(chain(2)) } })).toBe(
    "no_change: These edits change nothing.",
  );
});

test("a plan that differs in its texts or its order only is another plan", () => {
  const plan = chain(2);
  for (const old of [
    { ...plan, tags: ["x"] },
    { ...plan, steps: plan.steps.toReversed() },
  ]) {
    expect(edited(plan, [goBack(1)], { revisions: { 1: old } }).plan).toBe(old);
  }
});

test("the last step may go: a draft may be empty", () => {
  expect(wired(chain(1), [remove("a")])).toBe("");
});

test("a plan with too many steps takes edits that do not add to them", () => {
  const ids = Array.from({ length: 501 }, (_, index) => `s${index}`);
  const big = makePlan(Object.fromEntries(ids.map((id) => [id, []])));

  expect(refusal(big, [insert(fresh("n"))])).toBe(
    "too_many_steps: A plan has at most 500 steps; this one would have 502. Leave some out or merge some.",
  );
  expect(edited(big, [rename(1, "First")]).plan.steps).toHaveLength(501);
  expect(edited({ ...big, steps: big.steps.slice(0, 499) }, [insert(fresh("n"))]).plan.steps).toHaveLength(
    500,
  );
});
