import { expect, test } from "vitest";
import { readPrompt } from "#server/agent/builtin/read-prompt.ts";
import { open, titlesOf } from "./order-book.ts";

const BRIEF = "1. Book the flight\n2. Reserve the hotel\n3. Pack the bags";
const ASKING = "Book the flight, then reserve the hotel. Ask me before you book the flight.";

test.each(
  [BRIEF, ASKING].flatMap((brief) =>
    [
      "remove it",
      "remove that",
      "delete this step",
      "make it optional",
      "rename it to Foo",
      "retry it twice",
      "ask me before it",
      "the same for step 2",
      "delete that one",
    ].map((words) => [words, brief]),
  ),
)("a brief speaks of no step that a pronoun could stand for: %s", async (words, brief) => {
  const session = open(null);
  await session.say(brief);
  const before = session.plan();

  const { changed, reply } = await session.say(words);

  expect(changed).toBe(false);
  expect(session.plan()).toEqual(before);
  expect(reply).not.toBe("");
});

test.each([
  ["what does step 2 do?", "remove it", "Reserve the hotel"],
  ["rename step 2 to Take a room", "remove it", "Take a room"],
])("what was said since does: %s", async (first, second, title) => {
  const session = open(null);
  await session.say(BRIEF);
  await session.say(first);
  await session.say(second);

  expect(titlesOf(session.plan())).not.toContain(title);
  expect(session.plan()?.steps).toHaveLength(2);
});

test("everything but one step", async () => {
  const session = open(null);
  await session.say(BRIEF);
  await session.say("get rid of it all except booking");

  expect(titlesOf(session.plan())).toEqual(["Book the flight"]);
});

test.each([
  [
    "a plan that was brought in",
    {
      role: "assistant",
      content: [{ type: "text", text: "I took your plan over as a draft: revision 1, 3 steps." }],
    },
  ],
  [
    "a long proposal, which is told in words",
    {
      role: "user",
      content: [
        {
          type: "text",
          text: '(From the record. propose_plan was called for "A trip". Its result: r1: A trip)',
        },
      ],
    },
  ],
] as const)("%s is where talk about its steps begins", (_what, made) => {
  const user = (text: string) => ({ role: "user" as const, content: [{ type: "text" as const, text }] });
  const prompt = [user(BRIEF), { ...made, content: [...made.content] }, user("thanks"), user("remove it")];

  expect(readPrompt(prompt)).toMatchObject({ earlier: [BRIEF, "thanks"], sincePlan: ["thanks"] });
});
