import { performance } from "node:perf_hooks";
import {
  type AttemptHooks,
  type AttemptRequest,
  type AttemptResult,
  secondsOfTry,
} from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import { assumedUsage } from "#server/core/run-rules/usage.ts";
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
    /** Writing to the log renews the lease; an answer that comes later than this is not acted on any more. */
    usableMs: number;
    childRun: AttemptHooks["childRun"];
  },
): StepTry {
  const controller = new AbortController();
  const startedAt = performance.now();
  const ownSeconds = secondsOfTry(request.step);
  const seconds = Math.min(ownSeconds, request.allowance?.seconds ?? ownSeconds);
  let hasActed = false;

  const answer = runWithin(runAttempt, request, options.folder, {
    signal: controller.signal,
    beforeToolCall: async (call) => {
      controller.signal.throwIfAborted();
      const askedAt = performance.now();
      await options.logToolCall(call);
      controller.signal.throwIfAborted();
      if (performance.now() - askedAt > options.usableMs)
        throw new Error(
          `This worker was held up until its lease was nearly over, so "${call.tool}" was not called.`,
        );
      hasActed = true;
    },
    childRun: options.childRun,
  });
  const failed = (message: string, retry: "now" | "temporary"): AttemptResult =>
    hasActed
      ? {
          type: "outcome_unknown",
          input: request.approvedInput?.value ?? null,
          error: { message },
          usage: used(),
        }
      : {
          type: "failed",
          input: null,
          error: { message },
          retry,
          whatToChange: "Nothing is known to change; the try is made again.",
          usage: used(),
        };
  const used = () => assumedUsage(request.allowance, (performance.now() - startedAt) / 1_000);
  const late = (message: string): AttemptResult =>
    hasActed || seconds === ownSeconds
      ? failed(message, "temporary")
      : {
          type: "over_budget",
          input: request.approvedInput?.value ?? null,
          error: { message: "The run's budget of time was used up before this try came to its end." },
          needed: null,
          usage: used(),
        };

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
    const expired = expire(seconds * 1_000).then(() => {
      controller.abort(new DOMException(message, "TimeoutError"));
      return expire(GRACE_MS);
    });
    try {
      const first = await Promise.race([outcome, expired]);
      if (!controller.signal.aborted) return first ?? late(message);
      // What came in time for the grace counts when it says more than that it was stopped.
      if (first && first.type !== "failed") return first;
      return first ? { ...late(message), usage: first.usage } : late(message);
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
