import type { Context } from "#server/context.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { AppError } from "#server/errors.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { decideApproval } from "#server/services/decide-approval.ts";
import { listApprovals } from "#server/services/list-approvals.ts";
import { readRun } from "#server/services/read-run.ts";
import { resolveStep } from "#server/services/resolve-step.ts";
import { startRun } from "#server/services/start-run.ts";
import { makePlan } from "#test/make.ts";
import { pause } from "./chaos-world.ts";
import type { Ledger } from "./ledger.ts";

/** A retry, an approval, a call that may not be made twice, a wait and a join. */
export const pointsPlan = makePlan(
  {
    read: [],
    fix: ["read"],
    ask: ["read"],
    send: ["read"],
    wait: ["read"],
    join: ["fix", "ask", "send", "wait"],
  },
  {
    read: { kind: "tool", tool: "read", instructions: "Take 5 ms." },
    fix: { kind: "tool", tool: "put", instructions: "Take 5 ms. Fail once." },
    ask: { kind: "tool", tool: "put", instructions: "Take 5 ms. Ask first." },
    send: { kind: "tool", tool: "send", instructions: "Take 20 ms." },
    wait: { kind: "wait", wait: { seconds: 0.2 } },
    join: { kind: "tool", tool: "put", instructions: "Take 5 ms." },
  },
);

export type Scenario = { agentId: string; key: string; ledger: string };

/**
 * What the people around the runs do, each thing only while it is still to be done: whoever comes second
 * goes on where the first one broke off. Every run of the agent comes to its end.
 */
export async function carryThrough(
  ctx: Context,
  { agentId, key }: Scenario,
  ledger: Pick<Ledger, "linesOf">,
): Promise<{ main: string; canceled: string }> {
  const main = await startRun(ctx, { agentId, idempotencyKey: key });
  const canceled = await startRun(ctx, { agentId, idempotencyKey: `${key}-canceled` });
  const lost = await startRun(ctx, { agentId, idempotencyKey: `${key}-lost` });

  await orStanding(() => cancelRun(ctx, { runId: canceled.runId }));
  for (const { runId } of [main, lost]) {
    for (;;) {
      const run = await readRun(ctx, { runId });
      if (isFinalRunStatus(run.status)) break;
      for (const step of run.steps) {
        if (step.reason !== "outcome_unknown") continue;
        const outcome = ledger.linesOf(runId, step.stepId).length > 0 ? "happened" : "did_not_happen";
        await orStanding(() => resolveStep(ctx, { runId, stepId: step.stepId, outcome }));
      }
      const { items } = await listApprovals(ctx, { runId, limit: 5 });
      for (const { approvalId, status } of items) {
        if (status === "pending")
          await orStanding(() => decideApproval(ctx, { approvalId, decision: "approve" }));
      }
      await pause(20);
    }
  }
  return { main: main.runId, canceled: canceled.runId };
}

/** Somebody else may have done it first. */
async function orStanding(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
  }
}
