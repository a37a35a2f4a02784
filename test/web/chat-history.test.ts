import { expect, test } from "vitest";
import { mergeHistory, openQuestion } from "#web/chat/merge-history.ts";
import type { PlannerMessage } from "#web/chat/planner-message.ts";
import { replyTo, threadEntries } from "#web/chat/thread.ts";

type Metadata = NonNullable<PlannerMessage["metadata"]>;

function asked(id: string, metadata: Metadata = {}): PlannerMessage {
  return { id, role: "user", parts: [{ type: "text", text: id }], metadata };
}

function reply(id: string, text: string = id, metadata: Metadata = {}): PlannerMessage {
  return { id, role: "assistant", parts: [{ type: "text", text }], metadata };
}

function runReport(id: string): PlannerMessage {
  const data = {
    runId: "run_1",
    status: "failed" as const,
    summary: "Step 1 failed.",
    failedStepId: "a",
    failedStepNumber: 1,
    count: 1,
    lastRunId: "run_1",
    noticeId: "notice_1",
  };
  return { id, role: "assistant", parts: [{ type: "data-runReport", data }], metadata: {} };
}

const idsOf = (messages: readonly PlannerMessage[]) => messages.map((message) => message.id);

test("what another tab said is put where the server has it, before what waits here", () => {
  const shown = [asked("a"), reply("A"), asked("mine")];
  const history = [asked("a"), reply("A"), asked("theirs"), reply("THEIRS")];

  expect(idsOf(mergeHistory(shown, history, "mine"))).toEqual(["a", "A", "theirs", "THEIRS", "mine"]);
});

test("messages older than the server's page stay at the front", () => {
  const shown = [asked("a"), reply("A"), asked("b"), reply("B")];
  const history = [asked("b"), reply("B"), asked("c"), reply("C")];

  expect(idsOf(mergeHistory(shown, history, null))).toEqual(["a", "A", "b", "B", "c", "C"]);
});

test("a reply that streams here is ahead of what is kept of it, whatever the server has", () => {
  const shown = [asked("a"), reply("A", "one two three")];

  expect(mergeHistory(shown, [asked("a"), reply("A", "one")], "a")[1]).toBe(shown[1]);
});

test("a reply that was seen to its end is not put back to what was kept on the way", () => {
  const shown = [asked("a"), reply("A", "one two three")];
  const onTheWay = reply("A", "one", { unfinished: true });

  expect(mergeHistory(shown, [asked("a"), onTheWay], null)[1]).toBe(shown[1]);
});

test("a reply that is followed only through the server grows with what is kept of it", () => {
  const shown = [asked("a"), reply("A", "one", { unfinished: true })];
  const further = reply("A", "one two", { unfinished: true });

  expect(mergeHistory(shown, [asked("a"), further], null)[1]).toBe(further);
});

test("at its end the server's record is what is shown", () => {
  const stopped = reply("A", "one", { stopped: true });

  expect(mergeHistory([asked("a"), reply("A", "one")], [asked("a"), stopped], null)[1]).toBe(stopped);
});

test("a message that was not delivered stays, also in a conversation that has begun elsewhere", () => {
  const unsent = asked("unsent");

  expect(idsOf(mergeHistory([unsent], [asked("a"), reply("A")], null))).toEqual(["a", "A", "unsent"]);
});

test("when nothing differs the very same list is given back", () => {
  const shown = [asked("a"), reply("A")];

  expect(mergeHistory(shown, [...shown], null)).toBe(shown);
});

test("the old reply to a message that is sent again does not come back while the new one is awaited", () => {
  const failed = reply("A", "The model did not answer.");

  expect(idsOf(mergeHistory([asked("a")], [asked("a"), failed], "a"))).toEqual(["a"]);
});

test.each([
  ["nothing was said", [], null],
  ["the last message has its reply", [asked("a"), reply("A")], null],
  ["the last message has none", [asked("a")], "a"],
  ["its reply is on the way", [asked("a"), reply("A", "", { unfinished: true })], "a"],
  [
    "several wait for their reply",
    [
      asked("a"),
      reply("A"),
      asked("b"),
      reply("B", "", { unfinished: true }),
      asked("c"),
      reply("C", "", { unfinished: true }),
    ],
    "b",
  ],
])("when %s, the message that is answered is known", (_when, history, expected) => {
  expect(openQuestion(history)).toBe(expected);
});

test("a reply has begun as soon as there is anything of it, and nothing else is taken for it", () => {
  const messages = [asked("a"), reply("A"), asked("b"), asked("c"), reply("C", "")];

  expect(replyTo(messages, "a")?.id).toBe("A");
  expect(replyTo(messages, "c")?.id).toBe("C");
  expect(replyTo(messages, "b")).toBe(null);
  expect(replyTo(messages, "unknown")).toBe(null);
  expect(replyTo([reply("A")], null)).toBe(null);
});

test("what was said in other words stands together before the wording that took its place", () => {
  const messages = [
    asked("a"),
    reply("A"),
    asked("b"),
    reply("B"),
    asked("c", { supersedes: "b" }),
    reply("C"),
    asked("d", { supersedes: "c" }),
    reply("D"),
    asked("e"),
  ];

  const entries = threadEntries(messages).map((entry) =>
    entry.type === "message" ? entry.message.id : idsOf(entry.messages),
  );

  expect(entries).toEqual(["a", "A", ["b", "B", "c", "C"], "d", "D", "e"]);
});

test("a run that ends while a reply streams is told once that reply is at its end, and behind it", () => {
  const question = asked("a");
  const shown = [question, reply("A", "one two")];
  const onTheWay = reply("A", "one", { unfinished: true });

  expect(mergeHistory(shown, [question, onTheWay, runReport("failed")], "a")).toBe(shown);
  expect(mergeHistory(shown, [question, runReport("failed"), onTheWay], "a")).toBe(shown);
  expect(idsOf(mergeHistory(shown, [question, onTheWay, runReport("failed")], null))).toEqual([
    "a",
    "A",
    "failed",
  ]);
});

test("a run's report is no reply, and leaves a question open", () => {
  const history = [asked("a"), reply("A"), asked("b"), runReport("failed")];

  expect(openQuestion(history)).toBe("b");
  expect(replyTo(history, "b")).toBe(null);
  expect(openQuestion([asked("a"), reply("A"), runReport("failed")])).toBe(null);
  expect(
    idsOf(mergeHistory([asked("a"), reply("A")], [asked("a"), reply("A"), runReport("r")], null)),
  ).toEqual(["a", "A", "r"]);
});
