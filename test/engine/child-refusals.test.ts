import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { agents, snapshots } from "#db/schema.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { decideApproval } from "#server/services/decide-approval.ts";
import { listApprovals } from "#server/services/list-approvals.ts";
import { planHashOf } from "#server/services/plan-hash.ts";
import { readRun } from "#server/services/read-run.ts";
import { startRun } from "#server/services/start-run.ts";
import { callingPlan, openChildWorld } from "#test/child-world.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { standing, stepOf, untilOver, untilStatus } from "#test/run-world.ts";

const world = await openChildWorld();
afterAll(world.closeReplayed);
const { ctx } = world;
await world.work(({ runInput }) => done(runInput));

async function failureOf(plan: Plan) {
  const run = await untilOver(ctx, await world.start(plan));
  expect(standing(run)).toEqual({ call: "failed/not_retryable" });
  return stepOf(run, "call").error?.message;
}

test("an agent that is not there, is archived or has no saved plan is not run, and the step says what would work", async () => {
  const archived = await world.agent(makePlan({ a: [] }));
  await ctx.db.update(agents).set({ status: "archived" }).where(eq(agents.id, archived.agentId));
  const bare = await world.agent(makePlan({ a: [] }));
  await ctx.db.update(agents).set({ snapshotId: null }).where(eq(agents.id, bare.agentId));

  const names = { archived: archived.slug, bare: bare.slug };
  const head = (slug: string) => `Step 1 "call" cannot run the agent "${slug}".`;
  expect(await failureOf(callingPlan("nobody"))).toBe(
    `${head("nobody")} There is no agent "nobody". Name an agent that exists.`,
  );
  expect(await failureOf(callingPlan(names.archived))).toBe(
    `${head(names.archived)} The agent "${names.archived}" is archived. Set the status of agent "${names.archived}" to "active", or name another one.`,
  );
  expect(await failureOf(callingPlan(names.bare))).toBe(
    `${head(names.bare)} The agent "${names.bare}" has no saved plan that a run could walk. Save the plan of "${names.bare}".`,
  );
  expect(await world.runsOf(archived.agentId)).toEqual([]);
});

test("agents run each other at most three deep, and never in a circle", async () => {
  const last = await world.agent(makePlan({ a: [] }));
  const third = await world.agent(callingPlan(last.slug));
  const second = await world.agent(callingPlan(third.slug));
  const tooDeep = await untilOver(ctx, await world.start(callingPlan(second.slug)));
  const works = await untilOver(ctx, await world.start(callingPlan(third.slug)));

  expect(standing(works)).toEqual({ call: "completed" });
  expect(standing(tooDeep)).toEqual({ call: "failed/not_retryable" });
  expect(stepOf(tooDeep, "call").error?.message).toMatch(
    /At most 3 agents may run each other in a chain, and these are 4: "[^"]+" → "[^"]+" → "[^"]+" → "[^"]+"\./,
  );

  const first = await world.agent(makePlan({ a: [] }));
  const back = await world.agent(callingPlan(first.slug));
  const circle = callingPlan(back.slug);
  await ctx.db
    .update(snapshots)
    .set({ plan: circle, planHash: planHashOf(circle) })
    .where(eq(snapshots.agentId, first.agentId));
  const { runId } = await startRun(ctx, { agentId: back.agentId });
  const outer = await untilOver(ctx, runId);
  expect(standing(outer)).toEqual({ call: "failed/not_retryable" });
  expect(stepOf(outer, "call").error?.message).toContain("in a circle");
  expect(await world.runsOf(back.agentId)).toHaveLength(1);

  const self = await world.agent(makePlan({ call: [] }, { call: { kind: "agent", agent: last.slug } }));
  expect(await failureOf(callingPlan(self.slug, { input: "$none.output" }))).toContain(
    'The input of Step 1 "call" cannot be built.',
  );
});

test("a person approves the input of the other run, and exactly that goes in", async () => {
  const child = await world.agent(makePlan({ a: [] }, { a: { usesRunInput: true } }));
  const over: Partial<Step> = { input: { n: 1 }, approval: { reason: "It costs." } };
  const parentId = await world.start(callingPlan(child.slug, over));
  await untilStatus(ctx, parentId, "paused");
  expect(await world.runsOf(child.agentId)).toEqual([]);
  const [approval] = (await listApprovals(ctx, { runId: parentId, limit: 5 })).items;
  expect(approval?.input).toEqual({ n: 1 });

  await decideApproval(ctx, {
    approvalId: approval?.approvalId ?? "",
    decision: "approve",
    input: { n: 2 },
  });
  const parent = await untilOver(ctx, parentId);
  const [run] = await world.runsOf(child.agentId);
  expect(stepOf(parent, "call").output).toMatchObject({ outputs: { a: { n: 2 } } });
  expect((await readRun(ctx, { runId: run?.runId ?? "" })).input).toEqual({ n: 2 });
});

test("a step without a template hands on the run input where it receives it, and nothing where it does not", async () => {
  const child = await world.agent(makePlan({ a: [] }, { a: { usesRunInput: true } }));
  const plan = makePlan(
    { gets: [], not: [] },
    {
      gets: { kind: "agent", agent: child.slug, usesRunInput: true },
      not: { kind: "agent", agent: child.slug },
    },
  );
  const run = await untilOver(ctx, await world.start(plan, { order: 7 }));

  expect(stepOf(run, "gets").output).toMatchObject({ outputs: { a: { order: 7 } } });
  expect(stepOf(run, "not").output).toMatchObject({ outputs: { a: null } });
});
