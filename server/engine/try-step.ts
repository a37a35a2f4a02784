import { performance } from "node:perf_hooks";
import type { AttemptHooks, AttemptRequest, AttemptResult } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import { DEFAULT_TIMEOUT_SECONDS } from "#server/core/plan.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { counted } from "#server/core/counted.ts";

export type RunAttempt = (request: AttemptRequest, hooks: AttemptHooks) => Promise<AttemptResult>;

/** How long a try may still answer after it was told to stop. */
const GRACE_MS = 2_000;

export type StepTry = {
  result: Promise<AttemptResult>;
  /** Tells the try to stop; what it still answers is not waited for. */
  abandon: (why: string) => void;
  /** Whether a tool that may not be called twice was called. */
  hasActed: () => boolean;
};

/** Runs one try within its time, and makes of everything that can go wrong a result. */
export function tryStep(
  runAttempt: RunAttempt,
  request: AttemptRequest,
  options: {
    folder: () => Promise<string>;
    /** Writes to the log; rejects when the try is not this worker's any more. */
    logToolCall: (call: { tool: string; input: Json }) => Promise<void>;
  },
): StepTry {
  const controller = new AbortController();
  const startedAt = performance.now();
  const seconds = request.step.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  let hasActed = false;

  const answer = runWithin(runAttempt, request, options.folder, {
    signal: controller.signal,
    beforeToolCall: async (call) => {
      controller.signal.throwIfAborted();
      await options.logToolCall(call);
      controller.signal.throwIfAborted();
      hasActed = true;
    },
  });
  const failed = (message: string, retry: "now" | "temporary"): AttemptResult =>
    hasActed
      ? {
          type: "outcome_unknown",
          input: request.approvedInput?.value ?? null,
          error: { message },
          usage: used(),
        }
      : { type: "failed", input: null, error: { message }, retry, whatToChange: "", usage: used() };
  const used = () => ({ ...NO_USAGE, seconds: (performance.now() - startedAt) / 1_000 });

  return {
    result: settle(),
    abandon: (why) => controller.abort(new Error(why)),
    hasActed: () => hasActed,
  };

  async function settle(): Promise<AttemptResult> {
    const outcome = answer.catch((error: unknown) => failed(messageOf(error), "now"));
    const message = `The step did not finish within ${counted(seconds, "second")}.`;
    let timer: NodeJS.Timeout | undefined;
    const expire = (ms: number) =>
      new Promise<null>((resolve) => {
        timer = setTimeout(resolve, ms, null);
      });
    const late = expire(seconds * 1_000).then(() => {
      controller.abort(new DOMException(message, "TimeoutError"));
      return expire(GRACE_MS);
    });
    try {
      const first = await Promise.race([outcome, late]);
      if (!controller.signal.aborted) return first ?? failed(message, "temporary");
      // What came in time for the grace counts when it says more than that it was stopped.
      if (first && first.type !== "failed") return first;
      return failed(message, "temporary");
    } finally {
      clearTimeout(timer);
    }
  }
}

async function runWithin(
  runAttempt: RunAttempt,
  request: AttemptRequest,
  folder: () => Promise<string>,
  hooks: Omit<AttemptHooks, "folder">,
): Promise<AttemptResult> {
  const opened = await folder();
  // A try that was stopped before it began does nothing.
  hooks.signal.throwIfAborted();
  return runAttempt(request, { ...hooks, folder: opened });
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : String(error);
}
