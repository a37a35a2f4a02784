import { afterAll, expect, test } from "vitest";
import { decideApproval } from "#server/services/decide-approval.ts";
import { readApproval } from "#server/services/read-approval.ts";
import { updateAgent } from "#server/services/update-agent.ts";
import { runAttempt } from "#server/agent/step-runner.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, stepOf, untilOver, untilStatus } from "#test/run-world.ts";

const world = await openRunWorld();
const { ctx } = world;
const call = async () => ({ type: "completed" as const, output: "done" });
const runner = { ...ctx, tools: { ...ctx.tools, call }, prices: async () => ({}) };
await world.startWorker((request, hooks) => runAttempt(runner, request, hooks));
afterAll(() => world.close());

test("an approval whose tool was switched off meanwhile waits on, says why, and is approved when it is on again", async () => {
  const plan = makePlan(
    { send: [] },
    { send: { kind: "tool", tool: "send", input: { to: "Ada" }, approval: {}, expectedOutput: "" } },
  );
  const runId = await world.run(plan);
  const waiting = await untilStatus(ctx, runId, "paused");
  const { agentId } = waiting;
  const { approvalId = "" } = stepOf(waiting, "send").approval ?? {};

  await updateAgent(ctx, { agentId, toolPolicies: { send: "off" } });
  const blocked = await readApproval(ctx, { approvalId });
  const refused = decideApproval(ctx, { approvalId, decision: "approve" });
  await expect(refused).rejects.toThrow(
    'It cannot be approved now. The tool "send" cannot be used now. It is switched off for this agent.',
  );
  const still = await readApproval(ctx, { approvalId });
  await updateAgent(ctx, { agentId, toolPolicies: {} });
  await decideApproval(ctx, { approvalId, decision: "approve" });
  const done = await untilOver(ctx, runId);

  expect(blocked.blockedBecause).toContain("switched off for this agent");
  expect(still.status).toBe("pending");
  expect(done.status).toBe("completed");
});

test("what cannot be approved can be rejected", async () => {
  const plan = makePlan(
    { send: [] },
    { send: { kind: "tool", tool: "send", input: { to: "Ada" }, approval: {}, maxAttempts: 1 } },
  );
  const runId = await world.run(plan);
  const waiting = await untilStatus(ctx, runId, "paused");
  const { approvalId = "" } = stepOf(waiting, "send").approval ?? {};
  await updateAgent(ctx, { agentId: waiting.agentId, toolPolicies: { send: "off" } });

  const rejected = await decideApproval(ctx, { approvalId, decision: "reject", note: "Not now." });

  expect(rejected.status).toBe("rejected");
  expect((await untilOver(ctx, runId)).status).toBe("failed");
});
