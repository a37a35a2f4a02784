import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { ToolOutcome } from "#server/core/tool.ts";
import { parseJsonText } from "./json-text.ts";
import { completed, failedForNow, failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";
import type { TransformAnswer, TransformTask } from "./transform-worker.ts";

const TIMEOUT_MS = 10_000;
const MAX_MEMORY_MB = 256;
const MAX_OUTPUT_CHARACTERS = 10 * 1024 * 1024;

const input = z.strictObject({
  expression: z.string().min(1).describe('JSONata, e.g. "$sum(rows.amount)" or "rows[status=\'open\']"'),
  data: z.unknown().describe("The value that the expression reads"),
});

/** JSONata has loops without end, so it runs in a thread of its own that can be stopped. */
export function transformTool(limits: { timeoutMs: number } = { timeoutMs: TIMEOUT_MS }): Tool {
  return defineTool({
    name: "transform",
    description:
      "Computes a new value from data with a JSONata expression: select, filter, sum, group, reshape.",
    input,
    output: z.unknown(),
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    call({ expression, data }, context) {
      return evaluateApart(
        { expression, data: JSON.stringify(data ?? null) },
        limits.timeoutMs,
        context.signal,
      );
    },
  });
}

function evaluateApart(
  workerData: TransformTask,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./transform-worker.ts", import.meta.url), {
      workerData,
      // The expression's thread sees none of the settings.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const settle = (outcome: ToolOutcome) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      void worker.terminate();
      resolve(outcome);
    };
    const stop = () => settle(failedForNow("The transformation was stopped before it ended."));
    const timer = setTimeout(() => {
      settle(failedNow(`The expression did not end within ${timeoutMs / 1_000} seconds. Make it simpler.`));
    }, timeoutMs);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();

    worker.once("message", (answer: TransformAnswer) => settle(outcomeOf(answer)));
    worker.once("error", (error) => {
      const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      const problem = isMemory
        ? `needed more than ${MAX_MEMORY_MB} MB of memory`
        : `broke off: ${error.message}`;
      settle(failedNow(`The expression ${problem}. Make it simpler, or give it less data.`));
    });
    worker.once("exit", () => settle(failedForNow("The transformation ended without an answer.")));
  });
}

function outcomeOf(answer: TransformAnswer): ToolOutcome {
  if ("problem" in answer) {
    const place = answer.position === null ? "" : ` at position ${answer.position}`;
    return failedNow(`The expression is wrong${place}: ${answer.problem}.`);
  }
  if (answer.json.length > MAX_OUTPUT_CHARACTERS) {
    return failedNow("The expression gives more than 10 MB. Select less.");
  }
  return completed(parseJsonText(answer.json));
}
