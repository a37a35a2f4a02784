import { expect, test } from "vitest";
import type { AgentView } from "#server/core/views.ts";
import { ApiError, errorSentence, problemFrom } from "#web/api.ts";
import { suggestions } from "#web/chat/suggestions.ts";
import { clockText, durationText, relativeTime } from "#web/durations.ts";
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
});

test("the list of agents says first what waits for a person", () => {
  const lastRun = {
    runId: "r",
    status: "failed" as const,
    createdAt: new Date(NOW - 3_600_000).toISOString(),
  };

  expect(agentWords({ ...agent, pendingApprovals: 2, lastRun }, NOW).label).toBe("Waiting for you");
  expect(agentWords(agent, NOW).label).toBe("Draft r3, not saved");
  expect(agentWords({ ...agent, savedRevision: 3, lastRun }, NOW)).toEqual({
    tone: "failed",
    label: "Failed 1 h ago",
  });
  expect(agentWords({ ...agent, draft: null }, NOW).label).toBe("No plan yet");
});

test("suggestions follow from the plan, and an empty plan has none", () => {
  const plan = makePlan({ fetch: [], clean: ["fetch"], send: ["clean"] });

  expect(suggestions(agent, { revision: 3, plan, issues: [] })).toContain("Ask me before step 3 runs");
  expect(suggestions(agent, { revision: 3, plan: makePlan({}), issues: [] })).toEqual([]);
  expect(suggestions(agent, undefined)).toEqual([]);
});

test("durations and times read as people say them", () => {
  expect([0, 0.4, 45, 125, 3_840, 93_600].map(durationText)).toEqual([
    "0 s",
    "under 1 s",
    "45 s",
    "2 min 5 s",
    "1 h 4 min",
    "1 d 2 h",
  ]);
  expect([8, 750, 3_725].map(clockText)).toEqual(["0:08", "12:30", "1:02:05"]);
  expect(relativeTime(new Date(NOW - 300_000).toISOString(), NOW)).toBe("5 min ago");
  expect(relativeTime(new Date(NOW + 7_200_000).toISOString(), NOW)).toBe("in 2 h");
});
