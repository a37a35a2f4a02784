import { expect, test } from "vitest";
import { diffSentences } from "#server/agent/diff-sentences.ts";
import { diffPlans } from "#server/core/plan-diff.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";

const GRAPH = { a: [], b: [], c: ["a"] };

function changes(before: Plan, after: Plan): string[] {
  return diffSentences(diffPlans(before, after), { before, after });
}

function told(was: Partial<Step>, is: Partial<Step>): string[] {
  return changes(makePlan(GRAPH, { c: was }), makePlan(GRAPH, { c: is }));
}

test("links are told by what is new and what is gone", () => {
  const say = (was: string[], is: string[]) => told({ dependsOn: was }, { dependsOn: is });

  expect(say(["a"], ["a", "b"])).toEqual(['step 3 "c": now waits for step 2 "b".']);
  expect(say(["a"], ["b"])).toEqual([
    'step 3 "c": now waits for step 2 "b" and no longer waits for step 1 "a".',
  ]);
  expect(say(["a", "b"], [])).toEqual(['step 3 "c": no longer waits for step 1 "a" and step 2 "b".']);
  expect(say(["a", "b"], ["b", "a"])).toEqual(['step 3 "c": waits for the same steps in another order.']);
});

test("other steps are told by the number that they have then and their title, never by an id", () => {
  const before = makePlan(
    { s9: [], s1: ["s9"], s200: [] },
    { s9: { title: "Fetch" }, s1: { title: "Sum up" }, s200: { title: "Print" } },
  );
  const [fetch, sum, print] = before.steps;
  if (!fetch || !sum || !print) throw new Error("A step is missing.");
  const after = { ...before, steps: [print, { ...sum, dependsOn: ["s200"], verifies: "s200" }] };

  expect(changes(before, after)).toEqual([
    'Removed step 1 "Fetch".',
    'step 2 "Sum up": now waits for step 1 "Print" and no longer waits for "Fetch" (removed); now confirms step 1 "Print".',
    expect.stringContaining("Moved"),
  ]);
  expect(told({ verifies: "gone" }, {})).toEqual(['step 3 "c": no longer confirms the id "gone".']);
});

test("of very many links some are told by name", () => {
  const ids = Array.from({ length: 20 }, (_, index) => `s${index}`);
  const graph = Object.fromEntries(ids.map((id) => [id, []]));

  const [sentence] = changes(makePlan({ ...graph, end: [] }), makePlan({ ...graph, end: ids }));

  expect(sentence).toContain('now waits for step 1 "s0", ');
  expect(sentence).toMatch(/ and 12 more\.$/);
});

test("retries and approvals are told in the words of the edits that set them", () => {
  expect(told({}, { maxAttempts: 3 })).toEqual(['step 3 "c": retries is now 2.']);
  expect(told({ maxAttempts: 3 }, {})).toEqual(['step 3 "c": retries is gone (it was 2).']);
  expect(told({}, { approval: {} })).toEqual(['step 3 "c": approval is now "required".']);
  expect(told({}, { approval: { reason: "Cost" } })).toEqual([
    'step 3 "c": approval is now {"reason":"Cost"}.',
  ]);
});

test("a change of hundreds of steps is told in part, and long values are cut", () => {
  const ids = Array.from({ length: 100 }, (_, index) => `s${index}`);
  const plan = makePlan(Object.fromEntries(ids.map((id) => [id, []])));
  const sentences = changes(plan, makePlan({ x: [] }));

  expect(sentences.at(-1)).toMatch(/^And \d+ more changes\.$/);
  expect(sentences.length).toBeLessThan(40);
  expect(told({}, { instructions: "long ".repeat(1_000) })[0]?.length).toBeLessThan(500);
});
