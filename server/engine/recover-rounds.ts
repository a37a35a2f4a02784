import type { Drive, PendingFact } from "./drive.ts";
import { type Round, monotonicNow } from "./commit-round.ts";
import type { WorkerState } from "./worker-state.ts";

const RETRY_MS = 200;
const MAX_LOGGED_LENGTH = 300;

/**
 * After a failed commit nobody knows whether it was written, so the same facts go again on a fresh
 * state, where the fence makes a second time harmless. A value that the database cannot hold would
 * fail its whole batch for ever: then each fact goes alone, and the one that fails alone is replaced.
 */
export function recoverRounds(
  state: WorkerState,
  batch: readonly Drive[],
  rounds: readonly Round[],
  error: unknown,
  wake: () => void,
): void {
  const isRefused = isValueRefused(error);
  const alone = rounds.length === 1 && rounds[0] && rounds[0].facts.length <= 1;
  state.ctx.metrics.commitFailed();
  state.ctx.log.warn({ err: error, runs: batch.length }, "A commit of runs failed and is tried again");

  for (const { drive, facts, decision } of rounds) {
    state.reserved -= decision.claims.length;
    if (isRefused && alone) replaceFact(drive, facts[0], error);
    else drive.facts.unshift(...facts);
    drive.isSolo = isRefused;
  }
  for (const drive of batch) {
    drive.state = null;
    drive.needsLook = true;
    drive.pausedUntil = monotonicNow() + RETRY_MS;
  }
  setTimeout(wake, RETRY_MS + 5);
}

function replaceFact(drive: Drive, pending: PendingFact | undefined, error: unknown): void {
  if (!pending) return;
  const { fact } = pending;
  const message = error instanceof Error ? error.message : String(error);
  const isReplaced = fact.type === "outcome" && fact.result.type === "failed" && fact.result.input === null;
  if (fact.type !== "outcome" || isReplaced) {
    pending.settle(false);
    return;
  }
  drive.facts.unshift({
    ...pending,
    fact: {
      ...fact,
      result: {
        type: "failed",
        input: null,
        error: { message: `The result cannot be stored: ${message.slice(0, MAX_LOGGED_LENGTH)}` },
        retry: fact.isRepeatable ? "now" : "not_retryable",
        whatToChange: "Return plain text and JSON values that can be stored.",
        usage: fact.result.usage,
      },
    },
  });
}

/** SQLSTATE classes 22 (a value is not valid) and 54 (a value is too large or too deep). */
function isValueRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && /^(22|54)/.test(String(cause.code))) return true;
  }
  return false;
}
