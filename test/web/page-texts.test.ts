import { expect, test } from "vitest";
import type { StepReason } from "#server/core/run.ts";
import type { AgentView } from "#server/core/views.ts";
import { ApiError, errorSentence, problemFrom } from "#web/api.ts";
import { suggestions } from "#web/chat/suggestions.ts";
import { bytesText } from "#web/bytes-text.ts";
import { axisText, clockText, durationText, timeAgo, timeUntil } from "#web/durations.ts";
import { agentNameFrom } from "#web/home/agent-name.ts";
import { agentWords } from "#web/shell/agent-words.ts";
import { makePlan } from "#test/make.ts";

const NOW = Date.UTC(2026, 0, 1, 12);

const agent: AgentView = {
  agentId: "agent_1",
  slug: "digest",
  name: "Digest",
  model: null,
  tools: null,
  toolPolicies: {},
  status: "active",
  draft: { revision: 3, stepCount: 4 },
  snapshotId: null,
  savedRevision: null,
  lastRun: null,
  pendingApprovals: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

test("a problem document becomes an error with its words and issues", () => {
  const issue = { severity: "error", code: "cycle", message: "Steps 1 and 2 wait for each other." };
  const body = JSON.stringify({
    title: "Unprocessable Content",
    status: 422,
    detail: "Not saved.",
    issues: [issue, 7],
  });

  expect(problemFrom(422, body)).toMatchObject({ status: 422, message: "Not saved.", issues: [issue] });
  expect(problemFrom(502, "<html>bad gateway</html>").message).toBe("The server answered with status 502.");
});

test("whatever was thrown becomes a sentence", () => {
  expect(errorSentence(new ApiError(409, "Already decided."))).toBe("Already decided.");
  expect(errorSentence(new TypeError("fetch failed"))).toContain("cannot be reached");
  expect(errorSentence(new Error('{"title":"Busy","detail":"Try later."}'))).toBe("Try later.");
  expect(errorSentence("odd")).toContain("Try again");
});

test("an agent is named after the first words of its brief", () => {
  expect(agentNameFrom("Please fetch the orders. Then sum them up.")).toBe("Fetch the orders");
  expect(agentNameFrom("# Weekly report\n\n1. Fetch")).toBe("Weekly report");
  expect(agentNameFrom("1. Read `orders.csv`\n2. Sum up")).toBe("Read orders.csv");
  expect(agentNameFrom("毎日ニュースを集める。要約する。")).toBe("毎日ニュースを集める");
  expect(agentNameFrom("---\n1.")).toBe("New agent");
  expect(agentNameFrom('{"title":"Order and see","steps":[]}')).toBe("Order and see");
  expect(agentNameFrom('{"title": "Cut off')).toBe("Cut off");
  expect(agentNameFrom('{"title":"Order and see","steps":[{"title":"One",}]}')).toBe("Order and see");
  expect(agentNameFrom('Here it is:\n```json\n{ "title": "Order \\"it\\"" }\n```')).toBe("Order it");
  expect(agentNameFrom('{"steps":[{"id":"a","title":"Read it"}],"title":"Order"}')).toBe("Order");
  expect(agentNameFrom('{"steps":[{"id":"a"}]}')).toBe("New agent");
});

test("the list of agents says first what waits for a person", () => {
  const lastRun = {
    runId: "r",
    status: "failed" as const,
    createdAt: new Date(NOW - 7_200_000).toISOString(),
    endedAt: new Date(NOW - 3_600_000).toISOString(),
    pause: null,
  };

  expect(agentWords({ ...agent, pendingApprovals: 2, lastRun }, NOW).label).toBe("Waiting for you");
  expect(agentWords(agent, NOW).label).toBe("Draft r3, not saved");
  expect(agentWords({ ...agent, savedRevision: 3, lastRun }, NOW)).toEqual({
    tone: "failed",
    label: "Failed 1 h ago",
  });
  expect(agentWords({ ...agent, draft: null }, NOW).label).toBe("No plan yet");
});

test("an open run says what it waits for, and calls for a person only when one is needed", () => {
  const at = new Date();
  const open = (status: "running" | "paused", reasons: StepReason[], dueAt: string | null = null) =>
    agentWords(
      {
        ...agent,
        lastRun: { runId: "r", status, createdAt: agent.createdAt, endedAt: null, pause: { reasons, dueAt } },
      },
      NOW,
    );

  expect(open("paused", ["wait", "budget"])).toEqual({ tone: "attention", label: "Needs more budget" });
  expect(open("running", ["outcome_unknown"])).toEqual({ tone: "attention", label: "Outcome unknown" });
  expect(open("running", ["wait"], at.toISOString())).toEqual({ tone: "running", label: "Running" });
  const waiting = open("paused", ["wait"], at.toISOString());
  expect(waiting.tone).toBe("waiting");
  expect(waiting.label).toMatch(/^Waiting until \d\d:\d\d$/);
});

test("suggestions follow from the plan, and an empty plan has none", () => {
  const plan = makePlan({ fetch: [], clean: ["fetch"], send: ["clean"] });

  expect(suggestions(agent, { revision: 3, plan, issues: [] })).toContain("Ask me before step 3 runs");
  expect(suggestions(agent, { revision: 3, plan: makePlan({}), issues: [] })).toEqual([]);
  expect(suggestions(agent, undefined)).toEqual([]);
});

test("the sentences that mend a plan come first, except those that wait for words of the person", () => {
  const plan = makePlan({ fetch: [], clean: ["fetch"], send: ["clean"] });
  const issue = { severity: "error" as const, code: "cycle" as const, message: "A circle." };
  const issues = [
    { ...issue, say: "Rename step 1 to …" },
    { ...issue, say: "Step 2 does not depend on step 3" },
  ];

  const ideas = suggestions(agent, { revision: 3, plan, issues });

  expect(ideas[0]).toBe("Step 2 does not depend on step 3");
  expect(ideas).not.toContain("Save the plan");
  expect(ideas.join()).not.toContain("…");
});

test("durations and times read as people say them", () => {
  expect([0, 0.4, 1, 2.46, 45, 125, 3_840, 93_600].map(durationText)).toEqual([
    "0 s",
    "400 ms",
    "1 s",
    "2.5 s",
    "45 s",
    "2 min 5 s",
    "1 h 4 min",
    "1 d 2 h",
  ]);
  expect([8, 750, 3_725].map(clockText)).toEqual(["0:08", "12:30", "1:02:05"]);
});

test("the past is never future, and the future never past, whatever the clocks say", () => {
  const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();

  expect([5, 0, -20, -300, -90_000].map((seconds) => timeAgo(at(seconds), NOW))).toEqual([
    "just now",
    "just now",
    "a moment ago",
    "5 min ago",
    "1 d ago",
  ]);
  expect([-60, 20, 7_200].map((seconds) => timeUntil(at(seconds), NOW))).toEqual([
    "now",
    "in a moment",
    "in 2 h",
  ]);
});

test("the axis of a short run is told in milliseconds or tenths of a second", () => {
  expect([0, 0.2, 0.4].map((seconds) => axisText(seconds, 0.4))).toEqual(["0 ms", "200 ms", "400 ms"]);
  expect([0, 3.25, 6.5].map((seconds) => axisText(seconds, 6.5))).toEqual(["0.0 s", "3.3 s", "6.5 s"]);
  expect(axisText(90, 180)).toBe("1:30");
});

test("the size of a file has a unit that people know", () => {
  expect([0, 1_023, 1_024, 1_536, 102_400, 5_242_880].map(bytesText)).toEqual([
    "0 B",
    "1023 B",
    "1.0 KB",
    "1.5 KB",
    "100 KB",
    "5.0 MB",
  ]);
});
