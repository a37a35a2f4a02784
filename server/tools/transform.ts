import { z } from "zod";
import type { ToolOutcome } from "#server/core/tool.ts";
import { parseJsonText } from "./json-text.ts";
import { completed, failedForNow, failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";
import { MAX_MEMORY_MB, type ThreadEnd, evaluateApart } from "./transform-thread.ts";
import type { TransformAnswer } from "./transform-worker.ts";

const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_CHARACTERS = 10 * 1024 * 1024;

const input = z.strictObject({
  expression: z.string().min(1).describe('JSONata, e.g. "$sum(rows.amount)" or "rows[status=\'open\']"'),
  data: z.unknown().describe("The value that the expression reads"),
});

/** JSONata has loops without end, so it runs in a thread that can be stopped. */
export function transformTool(limits: { timeoutMs: number } = { timeoutMs: TIMEOUT_MS }): Tool {
  return defineTool({
    name: "transform",
    description:
      "Computes a new value from data with a JSONata expression: select, filter, sum, group, reshape.",
    input,
    output: z.unknown(),
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    async call({ expression, data }, context) {
      const task = { expression, data: JSON.stringify(data ?? null) };
      const end = await evaluateApart(task, { ...limits, signal: context.signal });
      return outcomeOfEnd(end, limits.timeoutMs);
    },
  });
}

function outcomeOfEnd(end: ThreadEnd, timeoutMs: number): ToolOutcome {
  if ("stopped" in end) {
    return end.stopped === "aborted"
      ? failedForNow("The transformation was stopped before it ended.")
      : failedNow(`The expression did not end within ${timeoutMs / 1_000} seconds. Make it simpler.`);
  }
  if (!("broken" in end)) return outcomeOf(end);
  if (end.broken === null) return failedForNow("The transformation ended without an answer.");
  const isMemory = "code" in end.broken && end.broken.code === "ERR_WORKER_OUT_OF_MEMORY";
  const problem = isMemory
    ? `needed more than ${MAX_MEMORY_MB} MB of memory`
    : `broke off: ${end.broken.message}`;
  return failedNow(`The expression ${problem}. Make it simpler, or give it less data.`);
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
