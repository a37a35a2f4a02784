import { importPlan, type ImportedPlan } from "#server/core/plan-import.ts";
import { workProblem, workProcess } from "#server/tools/work-process.ts";

// Reading takes milliseconds below this length, whatever the text holds.
const MAX_LENGTH_AT_ONCE = 20_000;
const TIMEOUT_MS = 20_000;

const readApart = workProcess<string, ImportedPlan | null>(
  new URL("./import-worker.ts", import.meta.url),
  () => false,
);

/** The plan that a message holds; a long message is read in a process of its own, so that nobody else waits for it. */
export async function readPastedPlan(words: string, signal: AbortSignal): Promise<ImportedPlan | null> {
  if (words.length <= MAX_LENGTH_AT_ONCE) return importPlan(words);
  const end = await readApart(words, { timeoutMs: TIMEOUT_MS, signal });
  return "answer" in end ? end.answer : { error: workProblem(end, "Reading the message", TIMEOUT_MS) };
}
