import { expect, test } from "vitest";
import { DIGEST_OPENING, plannerHistory, REMARK_OPENING } from "#server/agent/planner-history.ts";
import type { MessageRow } from "#server/services/append-message.ts";

function rowsOf(exchanges: number, words = (index: number) => `Rename step ${index} to "Title ${index}"`) {
  return Array.from({ length: exchanges }, (_, index): MessageRow[] => [
    row(2 * index + 1, "user", [{ type: "text", text: words(index) }]),
    row(2 * index + 2, "assistant", [
      {
        type: "tool-edit_plan",
        toolCallId: `call-${index}`,
        state: "output-available",
        input: { baseRevision: index, edits: [{ op: "update_step", step: index }], changeDescription: "" },
        output: `r${index}: Renamed`,
      },
      { type: "text", text: `Step ${index} has another title.` },
    ]),
  ]).flat();
}

function row(position: number, role: "user" | "assistant", parts: MessageRow["parts"]): MessageRow {
  const createdAt = new Date("2030-01-01T00:00:00Z");
  return { agentId: "agent_1", id: `m${position}`, position, role, parts, metadata: {}, createdAt };
}

const textOf = (rows: readonly MessageRow[]) => JSON.stringify(plannerHistory(rows));

test("a history does not grow with the conversation", () => {
  const lengths = [5, 10, 50, 300].map((exchanges) => textOf(rowsOf(exchanges)).length);

  expect(Math.max(...lengths)).toBeLessThan(4_500);
});

test("what is left out of a long conversation is told as what the person said, first and newest kept", () => {
  const [digest, ...others] = plannerHistory(rowsOf(60));

  expect(digest?.role).toBe("user");
  const lines = String(digest?.content).split("\n");
  expect(lines[0]).toBe(DIGEST_OPENING);
  expect(lines[1]).toBe('- Rename step 0 to "Title 0"');
  expect(lines[2]).toBe("- …");
  const shown = others.filter((message) => message.role === "user").map((message) => message.content);
  const last = Number(/Title (\d+)/.exec(lines.at(-1) ?? "")?.[1]);
  expect(shown).toEqual(
    Array.from({ length: 59 - last }, (_, index) => {
      const number = last + 1 + index;
      return `Rename step ${number} to "Title ${number}"`;
    }),
  );
});

test("from one message to the next the beginning stays the same, but for a leap now and then", () => {
  const leaps = Array.from({ length: 40 }, (_, index) => index + 5).filter((exchanges) => {
    const [before, after] = [exchanges, exchanges + 1].map((count) => plannerHistory(rowsOf(count)));
    return JSON.stringify(before?.slice(0, 2)) !== JSON.stringify(after?.slice(0, 2));
  });

  expect(leaps.length).toBeLessThan(20);
});

test("every call has its result, whatever is left out", () => {
  for (let exchanges = 1; exchanges < 40; exchanges += 1) {
    const messages = plannerHistory(rowsOf(exchanges));
    const parts = messages.flatMap((message) =>
      typeof message.content === "string" ? [] : [...message.content],
    );
    const ids = (type: string) =>
      parts.flatMap((part) => (part.type === type && "toolCallId" in part ? [part.toolCallId] : []));
    expect(ids("tool-call")).toEqual(ids("tool-result"));
  }
});

test("a call without a result and one that could not be read are left out", () => {
  const part = { type: "tool-edit_plan", input: {}, errorText: "No." };
  const rows = [
    row(1, "user", [{ type: "text", text: "Go" }]),
    row(2, "assistant", [
      { ...part, toolCallId: "a", state: "input-available" },
      { ...part, toolCallId: "b", state: "output-error" },
      { type: "text", text: "I could not." },
    ]),
  ];

  expect(plannerHistory(rows)).toEqual([
    { role: "user", content: "Go" },
    { role: "assistant", content: "I could not." },
  ]);
});

test("a pasted plan is left out, and long words and replies are cut", () => {
  const plan = JSON.stringify({ title: "T", steps: Array.from({ length: 50 }, (_, id) => ({ id })) });
  const paste = (text: string) => textOf(rowsOf(1, () => text));

  expect(paste(plan)).not.toContain("steps");
  expect(paste(`Take this:\n\`\`\`json\n${plan}\n\`\`\`\nand go`)).toContain(
    "Take this:\\n(a long pasted text, left out here)\\nand go",
  );
  expect(paste("Keep `this` and\n```\nshort\n```")).toContain("short");
  expect(paste("word ".repeat(5_000)).length).toBeLessThan(2_500);
  expect(paste("\u{1f600}".repeat(3_000))).not.toMatch(/\\ud83d(?!\\ude00)/);
});

function replied(...parts: MessageRow["parts"]): MessageRow[] {
  return [row(1, "user", [{ type: "text", text: "Do it" }]), row(2, "assistant", parts)];
}

function editing(edits: unknown[], output: string) {
  return {
    type: "tool-edit_plan",
    toolCallId: "call-1",
    state: "output-available",
    input: { baseRevision: 3, edits, changeDescription: "Took many out" },
    output,
  };
}

test("a call is kept whole, so that a correction can follow it, or told in words, never with parts left out", () => {
  const removals = (count: number) =>
    Array.from({ length: count }, (_, step) => ({ op: "remove_step", step, rewire: "bridge" }));

  expect(plannerHistory(replied(editing(removals(6), "r4: Took many out")))[1]).toMatchObject({
    content: [{ type: "tool-call", input: { baseRevision: 3, edits: removals(6) } }],
  });
  expect(plannerHistory(replied(editing(removals(200), "r4: Took many out")))).toEqual([
    { role: "user", content: "Do it" },
    { role: "user", content: `${REMARK_OPENING}edit_plan was called. Its result: r4: Took many out)` },
  ]);
  expect(plannerHistory(replied(editing(removals(200), "Refused, nothing was changed.")))[1]?.content).toBe(
    `${REMARK_OPENING}edit_plan was called for "Took many out". Its result: Refused, nothing was changed.)`,
  );
});

test("what the person was told below a reply follows it, and that they stopped it", () => {
  const notice = (text: string) => ({ type: "data-notice", id: "n", data: { level: "warning", text } });
  const rows = replied(
    { type: "text", text: "Removed step 299." },
    notice("This message changed nothing."),
    notice("long ".repeat(500)),
  );
  const stopped = rows.map((item) => ({ ...item, metadata: { stopped: true } }));

  const [, reply, told, ...others] = plannerHistory(rows);
  expect(reply).toEqual({ role: "assistant", content: "Removed step 299." });
  expect(told?.role).toBe("user");
  expect(told?.content).toContain(
    `${REMARK_OPENING}Below this reply stood: This message changed nothing. long `,
  );
  expect(String(told?.content).length).toBeLessThan(400);
  expect(others).toEqual([]);
  expect(plannerHistory(stopped).at(-1)?.content).toContain("The person stopped this reply.");
});

test("earlier words whose change was refused, failed or only claimed are said not to be done", () => {
  const reply = (...parts: MessageRow["parts"]) => [...parts, { type: "text", text: "word ".repeat(150) }];
  const notice = (level: string) => ({ type: "data-notice", data: { level, text: "So it stands." } });
  const revision = { type: "data-revision", data: { revision: 4 } };
  const replies = [
    reply(editing([], "Refused, nothing was changed. It is a circle.")),
    reply(notice("error")),
    reply(revision, editing([], "Refused, nothing was changed."), notice("warning")),
    reply(notice("info")),
    reply(),
  ];
  const rows = [...replies, ...Array.from({ length: 4 }, () => reply())].flatMap((parts, index) => [
    row(2 * index + 1, "user", [{ type: "text", text: `Wish ${index}` }]),
    row(2 * index + 2, "assistant", parts),
  ]);

  const digest = String(plannerHistory(rows)[0]?.content);

  expect(digest.split("\n").slice(1, 6)).toEqual([
    "- Wish 0 (not done)",
    "- Wish 1 (not done)",
    "- Wish 2",
    "- Wish 3",
    "- Wish 4",
  ]);
});
