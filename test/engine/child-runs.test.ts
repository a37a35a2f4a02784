import { afterAll, expect, test } from "vitest";
import { cancelRun } from "#server/services/cancel-run.ts";
import { readRun } from "#server/services/read-run.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { attemptsOf, callingPlan, openChildWorld } from "#test/child-world.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { standing, stepOf, until, untilOver } from "#test/run-world.ts";

const world = await openChildWorld();
afterAll(world.closeReplayed);
const { ctx } = world;
const calls: string[] = [];
const failing = new Set<string>();
await world.work(async ({ runId, step, runInput, attempt }, { signal }) => {
  calls.push(`${runId} ${step.id}`);
  if (step.id === "hangs") await new Promise((resolve) => signal.addEventListener("abort", resolve));
  if (step.id === "fails") return fails("It never works.");
  if (step.id === "fragile" && !failing.has(step.id)) {
    if (attempt === 3) failing.add(step.id);
    return fails("Not yet.");
  }
  if (step.id === "broken") return fails("Broken for good.", "not_retryable");
  return { ...done({ saw: runInput }), usage: { ...NO_USAGE, toolCalls: 2, inputTokens: 5 } };
});

test("a step runs another agent: its input goes in, what the last steps made comes out, and nobody waits on it", async () => {
  const child = await world.agent(makePlan({ a: [], b: ["a"], c: ["a"] }, { b: { usesRunInput: true } }));
  const parentId = await world.start(
    makePlan(
      { first: [], call: ["first"], last: ["call"] },
      { call: { kind: "agent", agent: child.slug, input: { of: "$first.output.saw", n: 1 } } },
    ),
  );
  const parent = await untilOver(ctx, parentId);
  const [run] = await world.runsOf(child.agentId);

  expect(standing(parent)).toEqual({ first: "completed", call: "completed", last: "completed" });
  expect(run).toMatchObject({
    status: "completed",
    trigger: { type: "agent", runId: parentId, stepId: "call" },
  });
  expect(stepOf(parent, "call").output).toEqual({
    runId: run?.runId,
    status: "completed",
    outputs: { b: { saw: { of: null, n: 1 } }, c: { saw: null } },
  });
  expect(stepOf(parent, "call")).toMatchObject({ childRunId: run?.runId, input: { of: null, n: 1 } });
  expect(attemptsOf(parent, "call")).toEqual(["1 completed"]);
  expect(stepOf(parent, "call").usage).toMatchObject({ toolCalls: 6, inputTokens: 15 });
  const called = (await world.events(parentId)).filter(({ stepId }) => stepId === "call");
  const [queued] = await world.events(run?.runId ?? "");
  expect(called[1]?.data).toMatchObject({ agent: child.slug, childRunId: run?.runId });
  expect(called[2]?.data).toMatchObject({ childRunId: run?.runId });
  expect(queued).toMatchObject({
    type: "run-queued",
    data: { trigger: { type: "agent", runId: parentId, stepId: "call" } },
  });
  const types = called.map(({ type }) => type);
  expect(types).toEqual([
    "attempt-started",
    "child-run-started",
    "child-run-ended",
    "attempt-started",
    "step-completed",
  ]);
});

test("while the child runs, the parent's step runs and belongs to no worker", async () => {
  const child = await world.agent(makePlan({ hangs: [] }));
  const parentId = await world.start(callingPlan(child.slug));
  const parent = await until(ctx, parentId, (run) => stepOf(run, "call").childRunId !== null);

  expect(parent.status).toBe("running");
  expect(standing(parent)).toEqual({ call: "running" });
  const [row] = await ctx.database.hot("select lease_owner, lease_until from run_steps where run_id = $1", [
    parentId,
  ]);
  expect(row).toEqual({ lease_owner: null, lease_until: null });
  await cancelRun(ctx, { runId: parentId });
});

test("a child that failed is tried again by a new one, which takes over what the first one finished", async () => {
  const child = await world.agent(makePlan({ a: [], fragile: ["a"] }));
  const parent = await untilOver(ctx, await world.start(callingPlan(child.slug)));
  const [first, second] = await world.runsOf(child.agentId);

  expect(standing(parent)).toEqual({ call: "completed" });
  expect([first?.status, second?.status]).toEqual(["failed", "completed"]);
  expect(standing(await readRun(ctx, { runId: second?.runId ?? "" }))).toEqual({
    a: "completed/reused",
    fragile: "completed",
  });
  expect(attemptsOf(parent, "call")).toEqual(["1 failed", "2 completed"]);
  expect(stepOf(parent, "call").attempts[0]?.error?.message).toContain(
    `Run "${first?.runId}" of agent "Test plan" failed. The run failed: of 2 steps 1 completed, 1 failed. Step 2 "fragile" failed (no attempts left).`,
  );
});

test("when attempts are used up the step fails with the report of the last child, as its onError says", async () => {
  const child = await world.agent(makePlan({ fails: [] }));
  const plan = makePlan(
    { call: [], after: ["call"] },
    { call: { kind: "agent", agent: child.slug, maxAttempts: 2, onError: "continue" } },
  );
  const parent = await untilOver(ctx, await world.start(plan));

  expect(standing(parent)).toEqual({ call: "failed/attempts_exhausted", after: "completed" });
  expect(await world.runsOf(child.agentId)).toHaveLength(2);
});

test("what no retry can mend in the child, none of another child can", async () => {
  const child = await world.agent(makePlan({ broken: [] }));
  const parent = await untilOver(ctx, await world.start(callingPlan(child.slug)));

  expect(standing(parent)).toEqual({ call: "failed/not_retryable" });
  expect(await world.runsOf(child.agentId)).toHaveLength(1);
});

test("a child that a person cancels fails its step, and no other child is started", async () => {
  const child = await world.agent(makePlan({ hangs: [] }));
  const parentId = await world.start(callingPlan(child.slug));
  await until(ctx, parentId, (run) => stepOf(run, "call").childRunId !== null);
  const [run] = await world.runsOf(child.agentId);
  await cancelRun(ctx, { runId: run?.runId ?? "" });
  const parent = await untilOver(ctx, parentId);

  expect(standing(parent)).toEqual({ call: "failed/not_retryable" });
  expect(stepOf(parent, "call").error?.message).toBe(
    `Run "${run?.runId}" of agent "Test plan" was canceled.`,
  );
});

test("canceling a run cancels the runs that it started, and those that they started", async () => {
  const inner = await world.agent(makePlan({ hangs: [] }));
  const middle = await world.agent(callingPlan(inner.slug));
  const parentId = await world.start(callingPlan(middle.slug));
  await expect.poll(async () => (await world.runsOf(inner.agentId))[0]?.status).toBe("running");
  await cancelRun(ctx, { runId: parentId, by: "Ana" });

  expect((await readRun(ctx, { runId: parentId })).status).toBe("canceled");
  const [child] = await world.runsOf(middle.agentId);
  const [grandchild] = await world.runsOf(inner.agentId);
  expect([child?.status, grandchild?.status]).toEqual(["canceled", "canceled"]);
  const canceled = (await world.events(grandchild?.runId ?? "")).find(({ type }) => type === "run-canceled");
  expect(canceled?.data["by"]).toBe(`Ana, by canceling run "${parentId}"`);
});

test("what a child used so far is on its own page alone until it has ended, and stays there when its parent is canceled", async () => {
  const child = await world.agent(makePlan({ a: [], hangs: ["a"] }));
  const parentId = await world.start(callingPlan(child.slug));
  await until(ctx, parentId, (run) => stepOf(run, "call").childRunId !== null);
  const [run] = await world.runsOf(child.agentId);
  const childId = run?.runId ?? "";
  await until(ctx, childId, ({ usage }) => usage?.toolCalls === 2);
  const before = await readRun(ctx, { runId: parentId });
  await cancelRun(ctx, { runId: parentId });
  const canceled = await untilOver(ctx, childId);
  const after = await untilOver(ctx, parentId);

  expect([before, after].map(({ usage }) => usage?.toolCalls ?? 0)).toEqual([0, 0]);
  expect(canceled).toMatchObject({ status: "canceled", usage: { toolCalls: 2 } });
});

test("a child that takes longer than the step says is canceled, and the next one takes over", async () => {
  const child = await world.agent(makePlan({ a: [], hangs: ["a"] }));
  const plan = callingPlan(child.slug, { timeoutSeconds: 1, maxAttempts: 2 });
  const parent = await untilOver(ctx, await world.start(plan));
  const runs = await world.runsOf(child.agentId);

  expect(standing(parent)).toEqual({ call: "failed/attempts_exhausted" });
  expect(runs.map(({ status }) => status)).toEqual(["canceled", "canceled"]);
  expect(stepOf(parent, "call").attempts[0]?.error?.message).toBe(
    `Run "${runs[0]?.runId}" of agent "Test plan" did not end within 1 second and was canceled.`,
  );
  expect(standing(await readRun(ctx, { runId: runs[1]?.runId ?? "" }))["a"]).toBe("completed/reused");
});
