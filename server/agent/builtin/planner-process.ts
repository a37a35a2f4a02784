import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { AppError } from "#server/errors.ts";
import { workProblem, workProcess } from "#server/tools/work-process.ts";
import type { Answer } from "./answer.ts";

/** A prompt, and the names of the tools that may be called. */
export type PlannerTask = { prompt: LanguageModelV4Prompt; offered: readonly string[] };

const TIMEOUT_MS = 10_000;

const answer = workProcess<PlannerTask, Answer>(new URL("./planner-worker.ts", import.meta.url), () => true);

/**
 * The built-in planner's answer from a process of its own, so that no message, whatever it holds, keeps
 * the others waiting. Throws AppError when reading takes too long.
 */
export async function answerApart(task: PlannerTask, signal: AbortSignal): Promise<Answer> {
  const end = await answer(task, { timeoutMs: TIMEOUT_MS, signal });
  if ("answer" in end) return end.answer;
  signal.throwIfAborted();
  throw new AppError("invalid", workProblem(end, "Reading the message", TIMEOUT_MS));
}

/** Starts the process, which takes a moment, before the first message needs it. */
export function warmUpPlanner(): void {
  const task = { prompt: [], offered: [] };
  void answer(task, { timeoutMs: TIMEOUT_MS, signal: new AbortController().signal });
}
