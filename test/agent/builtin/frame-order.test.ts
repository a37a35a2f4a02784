import { expect, test } from "vitest";
import { after, idsAfter, stepAfter } from "./frame-plan.ts";

test.each([
  "nobody prints badges until the speakers have been invited",
  "hold your horses with 2 until 3 is complete",
  "2 is contingent upon 3 being finished",
  "3 has to be over and done with before anyone starts 2",
  "only when 3 is in the bag may 2 begin",
  "2 mustn't start while 3 is still running",
  "speakers first, badges second",
  "printing the badges requires that the speakers are invited",
  "2 shall get going no earlier than 3 wraps up",
  "step 2 for step 3 must wait",
  "as long as 3 isn't finished, don't start 2",
  "before the badges get printed, the speakers have to be invited",
  "2 should be preceded by 3",
  "it's essential that 3 is done before 2",
  "for 2 we need 3",
])("the badges wait for the speakers: %s", async (words) => {
  const plan = await after(words);

  expect(plan.steps.find((step) => step.id === "badges")?.dependsOn).toEqual(["speakers"]);
  expect(plan.steps.find((step) => step.id === "speakers")?.dependsOn).toEqual(["hall"]);
});

test.each([
  "7 relies on 6 and on nothing besides",
  "7 needs 6 and that's it",
  "all 7 needs is 6",
  "the only thing 7 hinges on is 6",
  "the feedback waits for the newsletter alone",
])("the feedback waits for the newsletter alone: %s", async (words) => {
  expect((await stepAfter("feedback", words))?.dependsOn).toEqual(["newsletter"]);
});

test.each([
  "inviting the speakers has nothing to do with reserving the hall",
  "3 needn't hang around for 1 any more",
  "there is no cause for 3 to wait for 1",
  "cut the tie between 3 and 1",
  "free step 3 from its dependence on step 1",
  "you can invite the speakers without having reserved the hall",
  "1 shouldn't hold up 3",
  "1 need not be finished before 3 starts",
  "drop the link from 3 to 1",
  "3 should be able to start before 1 is finished",
])("the speakers no longer wait for the hall: %s", async (words) => {
  expect((await stepAfter("speakers", words))?.dependsOn).toEqual([]);
});

test.each([
  "do 3 and 4 side by side",
  "3 and 4 needn't wait for each other",
  "3 and 4 shouldn't queue up behind each other",
  "while one person invites the speakers another one publishes the programme",
  "there is no need for 3 and 4 to be done one after the other",
])("the speakers and the programme run at the same time: %s", async (words) => {
  const plan = await after(words);

  expect(plan.steps.find((step) => step.id === "programme")?.dependsOn).toEqual(["hall"]);
  expect(plan.steps.find((step) => step.id === "speakers")?.dependsOn).toEqual(["hall"]);
});

test.each([
  "catering, badges, speakers: in exactly this order, every one waiting for the one before it",
  "order the catering, thereafter print the badges, thereafter invite the speakers",
  "5 followed by 2 followed by 3",
  "5, 2 and 3 in single file",
])("the catering, the badges and the speakers run in that order: %s", async (words) => {
  const plan = await after(words);

  expect(plan.steps.find((step) => step.id === "badges")?.dependsOn).toContain("catering");
  expect(plan.steps.find((step) => step.id === "speakers")?.dependsOn).toContain("badges");
});

test("everything in single file makes each step wait for the one above it alone", async () => {
  const plan = await after("line everything up single file, each step begins when the one above it ends");

  expect(plan.steps.slice(1).map((step) => step.dependsOn)).toEqual(
    plan.steps.slice(0, -1).map((step) => [step.id]),
  );
});

test.each([
  "2 and 5 please exchange them",
  "badges and catering the other way round please",
  "let 2 and 5 trade places",
])("the badges and the catering change places: %s", async (words) => {
  expect((await idsAfter(words)).slice(0, 5)).toEqual([
    "hall",
    "catering",
    "speakers",
    "programme",
    "badges",
  ]);
});

test.each([
  "bring number 5 forward, it belongs between 1 and 2",
  "relocate the catering, its place is directly after the hall is reserved",
])("the catering moves behind the hall: %s", async (words) => {
  expect((await idsAfter(words)).slice(0, 3)).toEqual(["hall", "catering", "badges"]);
});

test("a place at the end may be said twice", async () => {
  const ids = await idsAfter("push the badges to the back of the queue, they should be the very last thing");

  expect(ids.at(-1)).toBe("badges");
});
