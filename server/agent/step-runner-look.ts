import type { LookCall } from "#server/core/attempt.ts";
import { shortened } from "#server/core/characters.ts";
import { compare, readPath } from "#server/core/comparison.ts";
import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import type { ToolDefinition, ToolOutcome } from "#server/core/tool.ts";
import { readingTool } from "./reading-tool.ts";
import { type Attempt, type Failure, failed, fault, resolve } from "./step-runner-attempt.ts";
import { callTool } from "./step-runner-call.ts";

type Comparison = Pick<NonNullable<Step["check"]>, "path" | "op" | "value">;

/** What one look at the world gave. */
export type Look = { input: Json; outcome: ToolOutcome };

/** Calls a tool that only reads, with what `template` became; anything else is refused before it is called. */
export async function look(
  attempt: Attempt,
  toolName: string,
  input: Json,
  template: Json | undefined,
): Promise<Result<Look, Failure>> {
  const tool = toolToLookWith(attempt, toolName, input);
  if (!tool.ok) return tool;
  return ok({ input, outcome: await callTool(attempt, tool.value, input, template) });
}

function toolToLookWith(attempt: Attempt, toolName: string, input: Json): Result<ToolDefinition, Failure> {
  const tool = readingTool(attempt.ctx.tools, { looker: attempt.name, toolName, input });
  if (tool.ok) return tool;
  const { message, whatToChange } = tool.error;
  return err(failed(fault(message, "not_retryable", whatToChange), input));
}

/** What is at the comparison's path, and whether it is as wanted; or why that cannot be said. */
export function observe(
  output: Json,
  { path, op, value }: Comparison,
): Result<{ observation: Json; holds: boolean }, { message: string }> {
  const actual = readPath(output, path);
  const holds = compare(actual, op, value);
  if (holds.ok) return ok({ observation: actual ?? null, holds: holds.value });
  const comparison = `${path} ${op} ${shortened(JSON.stringify(value))}`.trim();
  return err({ message: `The comparison ${comparison} cannot be made: ${holds.error.message}` });
}

/** The call by which the step's precondition is looked at, or why it cannot be; null when there is none. */
export function preparePrecondition(attempt: Attempt): Result<LookCall, Failure> | null {
  const { precondition } = attempt.request.step;
  if (!precondition) return null;
  const input = resolve(attempt, precondition.input ?? {});
  if (!input.ok) {
    const message = `The precondition of ${attempt.name} cannot be looked at. ${input.error.message}`;
    return err(failed(fault(message, "not_retryable", "Correct the reference in the plan."), null));
  }
  const tool = toolToLookWith(attempt, precondition.tool, input.value);
  return tool.ok ? ok({ tool: precondition.tool, input: input.value }) : tool;
}

/**
 * Looks whether the step's precondition holds; null when it does, or when there is none. With a tool
 * that needs an approval it looks once a person has agreed, and the step asks first.
 */
export async function checkPrecondition(
  attempt: Attempt,
): Promise<Failure | { type: "precondition_unmet"; observation: Json } | null> {
  const { approvedInput, step } = attempt.request;
  const { precondition } = step;
  const prepared = preparePrecondition(attempt);
  if (!precondition || prepared === null) return null;
  if (!prepared.ok) return prepared.error;
  const { tool, input } = prepared.value;
  if (approvedInput === null && attempt.ctx.tools.find(tool)?.policy === "needs_approval") {
    attempt.asksFirst = true;
    return null;
  }
  const looked = await look(attempt, tool, input, precondition.input);
  if (!looked.ok) return looked.error;
  const { outcome } = looked.value;
  if (outcome.type !== "completed") {
    const retry = outcome.type === "failed" ? outcome.retry : "temporary";
    const wait = outcome.type === "failed" ? outcome.retryAfterMs : undefined;
    return failed(
      fault(
        `The precondition of ${attempt.name} could not be looked at. ${outcome.message}`,
        retry,
        "Look at the precondition's input.",
        wait,
      ),
      null,
    );
  }
  const observed = observe(outcome.output, precondition);
  if (!observed.ok) {
    const message = `The precondition of ${attempt.name} cannot be looked at. ${observed.error.message}`;
    return failed(fault(message, "not_retryable", "Correct the comparison in the plan."), null);
  }
  const { observation, holds } = observed.value;
  return holds ? null : { type: "precondition_unmet", observation };
}
