import { expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { issuesOf, makeTool, saidOf } from "./checked-plan.ts";

test("what would work is listed: the tools and steps that there are, or the near ones", () => {
  const tools = Array.from({ length: 14 }, (_, index) =>
    makeTool(`tool${index + 1}`, { readOnlyHint: true }),
  );
  const missing = (graph: Record<string, string[]>) =>
    issuesOf(makePlan(graph)).map((issue) =>
      issue.message.replace(/^.*which is not a step of this plan\. ?/, ""),
    );

  expect(saidOf({ kind: "tool", tool: "send_mail" }, { tools })[0]).toContain(
    'does not have. It has "tool1", "tool2", "tool3", "tool4", "tool5", "tool6", "tool7", "tool8", "tool9", "tool10", "tool11", "tool12" and 2 more.',
  );
  expect(saidOf({ kind: "tool", tool: "x" }, { tools: [makeTool("y", {}, { policy: "off" })] })[0]).toContain(
    "does not have. It has none to use.",
  );
  expect(saidOf({ kind: "tool", tool: "x" }, { granted: ["put"] })[0]).toContain('It has "put".');
  expect(saidOf({ kind: "agent", agent: "x" }, { agents: ["own"] })[0]).toContain(
    "There is no other agent yet",
  );
  expect(missing({ "review-draft": [], publish: ["review_draft"] })).toEqual([
    'Did you mean "review-draft"?',
  ]);
  expect(missing({ "read-a": [], "read-b": [], send: ["read-c"] })).toEqual([
    'Did you mean "read-a" or "read-b"?',
  ]);
  expect(missing({ send: ["zzzzzz"] })).toEqual(["Remove that dependency."]);
  const ten = Object.fromEntries("abcdefghij".split("").map((id) => [id, []]));
  expect(missing({ ...ten, send: ["review"] })).toEqual([
    'The other steps are "a", "b", "c", "d", "e", "f", "g", "h" and 2 more.',
  ]);
});

test("texts that go into messages are shortened, and lengths count what a person sees", () => {
  const long = "x".repeat(300);
  const family = "👩‍👩‍👧‍👦";

  expect(saidOf({ title: long })).toEqual([
    `bad_title: Step 1 "${"x".repeat(79)}…" has a title of 300 characters; at most 120 fit.`,
  ]);
  expect(saidOf({ title: family.repeat(120) })).toEqual([]);
  expect(saidOf({ title: family.repeat(121) })[0]).toContain("has a title of 121 characters");
  expect(
    issuesOf({ ...makePlan({ a: [] }), title: "🎉".repeat(120), objective: "🎉".repeat(4_000) }),
  ).toEqual([]);
  expect(
    issuesOf({ ...makePlan({ a: [] }), title: "🎉".repeat(121), objective: " " }).map((i) => i.message),
  ).toEqual([
    "The plan's title has 121 characters; at most 120 fit. Shorten it.",
    "The plan has no objective. Give it one of 1 to 4000 characters.",
  ]);
  const named: Partial<Step>[] = [
    { kind: "tool", tool: long },
    { kind: "agent", agent: long },
    { dependsOn: [long] },
  ];
  for (const step of named) {
    const [message] = saidOf(step);
    expect(message).toContain(`"${"x".repeat(79)}…"`);
    expect(message).not.toContain("x".repeat(80));
  }
});
