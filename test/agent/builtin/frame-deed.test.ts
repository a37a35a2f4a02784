import { expect, test } from "vitest";
import { after, idsAfter, stepAfter } from "./frame-plan.ts";

test.each([
  "the badges have become unnecessary",
  "2 is surplus to requirements",
  "away with 2",
  "spare the speakers, the badges are the ones I want out",
  "leave 5 in, it is 2 that must disappear",
  "we won't be needing 2",
  "not 5 but 2 should be removed",
  "don't remove 5, remove 2",
  "2 has no place in this plan",
  "elimiate the bagdes",
])("the badges go and nothing else does: %s", async (words) => {
  expect(await idsAfter(words)).toEqual([
    "hall",
    "speakers",
    "programme",
    "catering",
    "newsletter",
    "feedback",
    "helpers",
  ]);
});

test.each(["keep nothing but 1 to 3", "we only need the first three", "only steps 1 to 3 should remain"])(
  "what is not named goes: %s",
  async (words) => {
    expect(await idsAfter(words)).toEqual(["hall", "badges", "speakers"]);
  },
);

test.each([
  "i must give green light before 4",
  "run 4 by me first",
  "nothing happens with 4 until I say yes",
  "i wnat to aprove befor teh programme is publsihed",
  "wait for my go-ahead before 4",
  "the programme is not to be published without my consent",
  "I want a say before 4",
  "pause at 4 for my approval",
  "4 needs to be okayed by me",
  "I need to see the programme before it's published",
])("the programme waits for the person: %s", async (words) => {
  const plan = await after(words);

  expect(plan.steps.filter((step) => step.approval).map((step) => step.id)).toEqual(["programme"]);
});

test.each([
  "The programme may be published without bothering me first.",
  "no need to ask me about 4",
  "you don't need my permission for 4",
  "4 doesn't have to be approved by me",
  "skip my sign-off on 4",
])("the programme no longer waits for the person: %s", async (words) => {
  expect((await stepAfter("programme", "ask me before 4", words))?.approval).toBeUndefined();
});

test("one step is approved and another one is not", async () => {
  const plan = await after(
    "ask me before 6",
    "I don't need to approve the newsletter, what I do need to approve is the programme",
  );

  expect(plan.steps.filter((step) => step.approval).map((step) => step.id)).toEqual(["programme"]);
});

test.each([
  "if ordering the catering goes wrong then so be it, just go ahead with everything else",
  "a failure in 5 must not bring the rest to a halt",
  "it doesn't matter if 5 fails",
  "5 may fail without consequences",
  "if 5 errors out just skip it",
])("the run goes on when the catering fails: %s", async (words) => {
  expect((await stepAfter("catering", words))?.onError).toBe("continue");
});

test.each([
  "if 5 goes wrong, cancel everything else",
  "the run must stop when 5 fails",
  "if 5 crashes abort everything",
])("the run stops when the catering fails: %s", async (words) => {
  expect((await stepAfter("catering", words))?.onError).toBe("stop");
});

test.each([
  ["give the catering two more chances when it breaks", 3],
  ["5 should be attempted three times in total", 3],
  ["3 tries for 5", 3],
  ["allow 5 one more try", 4],
  ["if 5 fails try it two more times", 3],
  ["no retries for 5", 1],
])("how often the catering is tried: %s", async (words, attempts) => {
  expect((await stepAfter("catering", words))?.maxAttempts).toBe(attempts);
});

test.each([
  '2 becomes "Make name tags"',
  "give 2 a new title: Make name tags",
  '"Make name tags" is a better title for 2',
  "2's new name: Make name tags",
])("the badges get another title: %s", async (words) => {
  expect((await stepAfter("badges", words))?.title).toBe("Make name tags");
});

test("what was said of one step is said of another one", async () => {
  const plan = await after("step 4 needs my approval", "this should apply to 5 as well");

  expect(plan.steps.filter((step) => step.approval).map((step) => step.id)).toEqual([
    "programme",
    "catering",
  ]);
});

test("a clause borrows what the clause before it has", async () => {
  const retried = await after("two retries for 3, three for 4");
  const asked = await after("4 needs my ok and 5 too");
  const both = await after('1 becomes "Hire the hall" and 4 becomes "Print the agenda"');

  expect(retried.steps.map((step) => step.maxAttempts)).toEqual([
    undefined,
    undefined,
    3,
    4,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(asked.steps.filter((step) => step.approval).map((step) => step.id)).toEqual([
    "programme",
    "catering",
  ]);
  expect([both.steps[0]?.title, both.steps[3]?.title]).toEqual(["Hire the hall", "Print the agenda"]);
});
