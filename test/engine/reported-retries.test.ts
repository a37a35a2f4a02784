import { afterAll, expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { readRunReport } from "#server/services/read-run-report.ts";
import { makePlan } from "#test/make.ts";
import { openRealRuns } from "#test/real-runs.ts";
import { standing, stepOf, untilOver } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const world = await openRealRuns();
const answers: { status: number; body: string }[] = [];
const outside = await startHttpServer((_received, response) => {
  const { status, body } = answers.shift() ?? { status: 422, body: "no more" };
  response.writeHead(status, { "content-type": "application/json" }).end(body);
});
afterAll(() => Promise.all([world.close(), outside.close()]));
const { ctx } = world;

const tool = (name: string, input: Step["input"], over: Partial<Step> = {}): Partial<Step> => ({
  kind: "tool",
  tool: name,
  input,
  expectedOutput: "",
  ...over,
});
const note = (path: string, over: Partial<Step> = {}) => tool("write_file", { path, content: "x" }, over);

test("RETRY-A01: what succeeds at the third attempt succeeded, and only the way of success goes on", async () => {
  answers.push(
    { status: 422, body: '"first"' },
    { status: 422, body: '"second"' },
    { status: 200, body: "42" },
  );
  const plan = makePlan(
    { fetch: [], use: ["fetch"], repair: ["fetch"] },
    {
      fetch: tool("http_request", { url: outside.url }, { onError: "continue" }),
      use: tool(
        "transform",
        { expression: "body", data: "$fetch.output" },
        { if: "$fetch.status == 'completed'" },
      ),
      repair: note("repair.txt", { if: "$fetch.status == 'failed'" }),
    },
  );

  const run = await untilOver(ctx, await world.run(plan));

  expect(run.status).toBe("completed");
  expect(standing(run)).toEqual({ fetch: "completed", use: "completed", repair: "skipped/condition" });
  expect(stepOf(run, "fetch").attempts.map(({ attempt, status }) => `${attempt} ${status}`)).toEqual([
    "1 failed",
    "2 failed",
    "3 completed",
  ]);
  expect(stepOf(run, "fetch").error).toBeNull();
  expect(stepOf(run, "use").output).toBe(42);
});

test("RETRY-A02: when another agent's run fails, the way of failure goes on and the other does not", async () => {
  const child = makePlan({ read: [] }, { read: tool("read_file", { path: "nowhere.txt" }) });
  const { agentId } = await seedAgent(ctx, child);
  const plan = makePlan(
    { sub: [], publish: ["sub"], repair: ["sub"] },
    {
      sub: { kind: "agent", agent: agentId.replaceAll("_", "-"), onError: "continue", expectedOutput: "" },
      publish: note("published.txt", { if: "$sub.status == 'completed'" }),
      repair: note("repair.txt", { if: "$sub.status == 'failed'" }),
    },
  );

  const run = await untilOver(ctx, await world.run(plan));

  expect(standing(run)).toEqual({
    sub: expect.stringMatching(/^failed/),
    publish: "skipped/condition",
    repair: "completed",
  });
});

test("RETRY-A05: a check that does not hold is final, is not tried again, and names its rule", async () => {
  const plan = makePlan(
    { count: [], guard: ["count"], pay: ["guard"] },
    {
      count: tool("transform", { expression: "total", data: { total: 120 } }),
      guard: {
        kind: "check",
        tool: "transform",
        input: { expression: '{"total": $}', data: "$count.output" },
        check: { path: "total", op: "<=", value: 100, everySeconds: 1, withinSeconds: 1 },
        expectedOutput: "",
      },
      pay: note("paid.txt"),
    },
  );

  const run = await untilOver(ctx, await world.run(plan));
  const report = await readRunReport(ctx, { runId: run.runId });

  expect(standing(run)).toEqual({
    count: "completed",
    guard: "failed/check_failed",
    pay: "skipped/upstream_failed",
  });
  expect(stepOf(run, "guard").attempts.every(({ attempt }) => attempt === 1)).toBe(true);
  expect(stepOf(run, "guard").error?.message).toContain("total <= 100");
  expect(stepOf(run, "guard").error?.message).toContain("120");
  expect(report.summary).toContain("total <= 100");
});

test.each([
  ['$assert(total <= 100, "The total is above 100")', "The total is above 100"],
  ['total > 100 ? $error("Stopped: more than 100") : total', "Stopped: more than 100"],
  ["$assert(total <= 100)", "$assert"],
])(
  "RETRY-A05: an expression that stops on purpose, %s, is not evaluated again",
  async (expression, words) => {
    const plan = makePlan(
      { guard: [], pay: ["guard"] },
      { guard: tool("transform", { expression, data: { total: 120 } }), pay: note("paid.txt") },
    );

    const run = await untilOver(ctx, await world.run(plan));

    expect(standing(run)).toEqual({ guard: "failed/not_retryable", pay: "skipped/upstream_failed" });
    expect(stepOf(run, "guard").attempts).toHaveLength(1);
    expect(stepOf(run, "guard").error?.message).toContain(words);
    expect(stepOf(run, "guard").error?.message).not.toContain("is wrong");
  },
);
