import { z } from "zod";
import type { ToolOutcome } from "#server/core/tool.ts";
import { parseJsonText } from "./json-text.ts";
import { completed, failedForGood, failedForNow, failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";
import type { TransformAnswer, TransformTask } from "./transform-worker.ts";
import { type WorkEnd, workProblem, workProcess } from "./work-process.ts";

const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_CHARACTERS = 10 * 1024 * 1024;

const input = z.strictObject({
  expression: z
    .string()
    .min(1)
    .describe('JSONata, e.g. "$sum(rows.amount)" or "rows[status=\'open\']"; the time is $now(), $millis()'),
  data: z.unknown().describe("The value that the expression reads"),
});

const evaluateApart = workProcess<TransformTask, TransformAnswer>(
  new URL("./transform-worker.ts", import.meta.url),
  (answer) => "json" in answer,
);

/** JSONata has loops without end, so it runs in a process that can be stopped. */
export function transformTool(limits: { timeoutMs: number } = { timeoutMs: TIMEOUT_MS }): Tool {
  return defineTool({
    name: "transform",
    description:
      "Computes a new value from data with a JSONata expression: select, filter, sum, group, reshape. $assert and $error fail the step for good.",
    input,
    output: z.unknown(),
    example: { expression: "$sum(rows.amount)", data: { rows: [{ amount: 12.5 }, { amount: 7 }] } },
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    async call({ expression, data }, context) {
      const task = { expression, data: JSON.stringify(data ?? null) };
      const end = await evaluateApart(task, { ...limits, signal: context.signal });
      return outcomeOfEnd(end, limits.timeoutMs);
    },
  });
}

function outcomeOfEnd(end: WorkEnd<TransformAnswer>, timeoutMs: number): ToolOutcome {
  if ("answer" in end) return outcomeOf(end.answer);
  const problem = workProblem(end, "The expression", timeoutMs);
  const isStopped = "stopped" in end ? end.stopped === "aborted" : end.broken === "silent";
  return isStopped ? failedForNow(problem) : failedNow(`${problem} Make it simpler, or give it less data.`);
}

function outcomeOf(answer: TransformAnswer): ToolOutcome {
  if ("problem" in answer && answer.isOnPurpose) {
    return failedForGood(`The expression stopped on purpose: ${answer.problem}`);
  }
  if ("problem" in answer) {
    const place = answer.position === null ? "" : ` at position ${answer.position}`;
    return failedNow(`The expression is wrong${place}: ${answer.problem}.`);
  }
  if (answer.json.length > MAX_OUTPUT_CHARACTERS) {
    return failedNow("The expression gives more than 10 MB. Select less.");
  }
  return completed(parseJsonText(answer.json));
}
