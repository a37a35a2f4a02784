import { performance } from "node:perf_hooks";
import type { Context } from "#server/context.ts";
import type { AttemptRequest, AttemptResult } from "#server/core/attempt.ts";
import type { Claim } from "#server/core/run-rules/claim.ts";
import type { Fact } from "#server/core/run-rules/fact.ts";
import { attemptRequest } from "./attempt-request.ts";
import { childRunOf } from "./child-run-of.ts";
import type { Drive } from "./drive.ts";
import { openFolder } from "./open-folder.ts";
import { tryStep } from "./try-step.ts";
import { type HeldTry, type WorkerState, tryKey } from "./worker-state.ts";

// Between a commit and now the process may have slept. Close to the end of its lease a claim is handed back
// instead of used, and a tool is not called; this narrows the window for a second effect and cannot close it.
const USABLE_LEASE = 0.8;

export const RUN_CANCELED = "The run was canceled.";

/** Starts a claimed try. Its outcome comes back to the drive as a fact. */
export function beginTry(
  state: WorkerState,
  drive: Drive,
  claim: Claim,
  { claimedAt, wake }: { claimedAt: number; wake: () => void },
): void {
  const { plan, state: run, runId } = drive;
  if (!plan || !run) throw new Error(`Run "${runId}" has a claim and no state`);
  const { stepId } = claim;
  const fence = { stepId, claim: claim.claim, worker: state.workerId };

  if (performance.now() - claimedAt > state.leaseMs * USABLE_LEASE) {
    const fact: Fact = {
      ...fence,
      type: "interrupted",
      cause: "handed-back",
      mayHaveActed: false,
      isUntried: true,
    };
    drive.facts.push({ fact, settle: () => {} });
    wake();
    return;
  }

  const request = attemptRequest(plan, run, claim);
  const step = tryStep(state.runAttempt, request, {
    usableMs: state.leaseMs * USABLE_LEASE,
    folder: () => (drive.folder ??= openFolder(state.ctx, run, plan)),
    logToolCall: (call) =>
      new Promise((done, refuse) => {
        drive.facts.push({
          fact: { ...fence, ...call, type: "tool-called" },
          settle: (accepted) =>
            accepted
              ? done()
              : refuse(new Error("This try was taken from its worker before the tool was called.")),
        });
        wake();
      }),
    childRun: childRunOf(state.ctx, run, plan, claim),
  });
  if (drive.isCanceled) step.abandon(RUN_CANCELED);
  const key = tryKey(runId, stepId, claim.claim);
  const since = performance.now();
  const held: HeldTry = { runId, stepId, claim: claim.claim, since, step, misses: 0, isRunning: true };
  state.tries.set(key, held);
  state.running += 1;
  drive.running += 1;

  void step.result.then((result: AttemptResult) => {
    if (!held.isRunning) return;
    releaseSlot(state, drive, held);
    reportAttempt(state.ctx, request, result, (performance.now() - since) / 1_000);
    drive.facts.push({
      fact: {
        ...fence,
        type: "outcome",
        result,
        isRepeatable: !step.hasActed(),
        jitter: Math.random(),
        approvalId: result.type === "needs_approval" ? state.ctx.newId("apv") : "",
      },
      settle: (accepted) => {
        state.tries.delete(key);
        if (!accepted) state.ctx.metrics.resultRefused();
      },
    });
    wake();
  });
}

/** The try holds no slot any more; its lease is kept until its outcome is written. */
export function releaseSlot(state: WorkerState, drive: Drive, held: HeldTry): void {
  held.isRunning = false;
  state.running -= 1;
  drive.running -= 1;
}

function reportAttempt(
  { metrics, log }: Context,
  { runId, step, attempt }: AttemptRequest,
  result: AttemptResult,
  seconds: number,
): void {
  metrics.attemptEnded(result, seconds);
  if (!log.isLevelEnabled("debug")) return;
  log.debug({ runId, stepId: step.id, attempt, outcome: result.type, seconds }, "Attempt ended");
}
