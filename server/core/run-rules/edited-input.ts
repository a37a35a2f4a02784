import { z } from "zod";
import { type Json, jsonSchema } from "#server/core/json.ts";
import { type Step, waitRuleSchema } from "#server/core/plan.ts";
import { parseTime } from "#server/core/time.ts";

/** What a person approves of a step that thinks: what the model will be told to do, and with what. */
export const taskSchema = z.strictObject({ instructions: z.string(), input: jsonSchema });
export type Task = z.infer<typeof taskSchema>;

export const WAIT_TAKES = '"seconds" from 0, or "until" with a time such as 2027-01-31T09:00:00Z';

/** The wait that an approved input is; null when it is none. */
export function readWait(input: Json): Step["wait"] | null {
  const read = waitRuleSchema.safeParse(input);
  if (!read.success) return null;
  const wait = read.data;
  return "until" in wait && parseTime(wait.until) === null ? null : wait;
}

/** What an edited input of a step without a tool lacks, in words; null when the step can be done with it. */
export function editedInputProblem({ id, kind }: Pick<Step, "id" | "kind">, input: Json): string | null {
  const says = `The edited input of step "${id}" is not what a ${kind} step takes.`;
  if (kind === "reasoning" && !taskSchema.safeParse(input).success)
    return `${says} Give "instructions" (text) and "input", and nothing else.`;
  if (kind === "wait" && readWait(input) === null) return `${says} Give ${WAIT_TAKES}.`;
  return null;
}
