import { expect, test } from "vitest";
import { readFrames } from "#server/agent/builtin/frame-reader.ts";
import type { ListedPlan } from "#server/agent/builtin/listed-plan.ts";
import { after, conference } from "./frame-plan.ts";
import { said } from "./order-book.ts";

test.each([
  "I already removed 3",
  "3 was removed last week",
  "yesterday 3 waited for 2",
  "3 used to wait for 1",
  "the newsletter was sent before the programme was published",
  "5 failed twice",
  "4 took two attempts",
  "I approved 3",
  "my boss approved step 3",
])("what is told of the past changes nothing: %s", async (words) => {
  expect(await after(words)).toEqual(conference);
});

test.each([
  "what if 3 waited for 2?",
  "I am not sure that 3 should wait for 2",
  "I wonder whether 3 should wait for 2",
  "suppose 3 fails",
  "I would remove 3",
  "removing 3 would be a mistake",
  "can 3 wait for 2?",
  "does 3 need 2?",
  "how about removing 3?",
  "I don't know if 3 should go",
])("a thought or a question changes nothing: %s", async (words) => {
  expect((await after(words)).steps.map((step) => step.dependsOn)).toEqual(
    conference.steps.map((step) => step.dependsOn),
  );
});

test.each([
  "3 before",
  "until 3",
  "swap 3",
  "3 needs a lot of work",
  "step 3 makes me nervous",
  "the hall is lovely",
  "2 and 3 are side by side on the page",
  "remove 3 or 4",
  "remove 3 and tell Bob",
  "ask Bob before 3",
  "leave 3 alone",
  "my boss says: “remove 3”",
  "invite the speakers by Friday",
  "while you're at it, remove 3 and bake a cake",
])("a half order, another's order and an order with more to it change nothing: %s", async (words) => {
  expect(await after(words)).toEqual(conference);
});

test("a word that means nothing here is named, and no order comes of the rest", () => {
  const steps = conference.steps.map((step, index): ListedPlan["steps"][number] => ({
    number: index + 1,
    id: step.id,
    title: step.title,
    kind: step.kind,
    dependsOn: [],
    approval: false,
    retries: null,
    onError: null,
    condition: null,
    usesRunInput: false,
    tool: null,
  }));

  const read = readFrames("remove 3 zealously", {
    plan: { revision: 1, title: "Conference", steps },
    focus: [],
  });

  expect(read).toEqual({ orders: [], unknown: ["zealously"] });
});

test("a reply names the word that was not understood", async () => {
  const { reply } = await said("2 zigzags 3", conference);

  expect(reply).toContain('I did not understand "zigzags", so nothing was changed.');
});
