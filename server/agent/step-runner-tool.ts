import type { Json } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import {
  type ToolDefinition,
  type ToolOutcome,
  annotationsOf,
  isRepeatable,
  offWords,
} from "#server/core/tool.ts";
import { buildInput, checked } from "./build-input.ts";
import { judgeOutput } from "./judge.ts";
import { type Attempt, type Ending, type Failure, failed, fault } from "./step-runner-attempt.ts";
import { askForApproval, needsApproval } from "./step-runner-approval.ts";
import { callTool } from "./step-runner-call.ts";

/** Builds the input, asks for approval where it is needed, calls the one tool that the step names. */
export async function runToolStep(attempt: Attempt): Promise<Ending> {
  const found = findTool(attempt);
  if (!found.ok) return found.error;
  const tool = found.value;

  const input = await inputOf(attempt, tool);
  if (!input.ok) return input.error;
  if (needsApproval(attempt)) return askForApproval(attempt, input.value);

  const outcome = await callTool(attempt, tool, input.value, attempt.request.step.input);
  if (outcome.type !== "completed") return endingOf(outcome, input.value);
  return judged(attempt, tool, input.value, outcome.output);
}

/** The step's tool, or why it cannot be used. */
export function findTool(attempt: Attempt): Result<ToolDefinition, Failure> {
  const { tool: name } = attempt.request.step;
  const tool = name === undefined ? null : attempt.ctx.tools.find(name);
  if (!tool) {
    const why = missingWords(name ?? "", attempt.ctx.tools.list());
    const message = `${attempt.name} needs the tool "${name ?? ""}", ${why}`;
    return err(failed(fault(message, "not_retryable", "Name a tool of the catalogue."), null));
  }
  if (tool.policy === "off") {
    const message = `${attempt.name} needs the tool "${tool.name}", which ${offWords(tool)}`;
    return err(failed(fault(message, "not_retryable", "Switch the tool on, or name another."), null));
  }
  return ok(tool);
}

/** Why there is no such tool: its server is gone, or its name is wrong. */
function missingWords(name: string, tools: readonly ToolDefinition[]): string {
  const [server = ""] = name.split(".");
  const isGone = name.includes(".") && !tools.some((tool) => tool.name.startsWith(`${server}.`));
  return isGone ? `but no tool server "${server}" is there any more.` : "which is not in the catalogue.";
}

/** The approved input as it is, else the one that template and model make. */
export async function inputOf(attempt: Attempt, tool: ToolDefinition): Promise<Result<Json, Failure>> {
  const { approvedInput } = attempt.request;
  return approvedInput ? checked(attempt, tool, approvedInput.value, false) : buildInput(attempt, tool);
}

function endingOf(outcome: Exclude<ToolOutcome, { type: "completed" }>, input: Json): Ending {
  const { message } = outcome;
  if (outcome.type === "outcome_unknown") return { type: "outcome_unknown", input, error: { message } };
  const whatToChange =
    outcome.retry === "now"
      ? `Correct what the tool refused: ${message}`
      : "Nothing; the call itself was right.";
  return failed(fault(message, outcome.retry, whatToChange, outcome.retryAfterMs), input);
}

async function judged(attempt: Attempt, tool: ToolDefinition, input: Json, output: Json): Promise<Ending> {
  const judgement = await judgeOutput(attempt, input, output);
  const completed = { type: "completed", input, output } as const;
  if (judgement.ok) return completed;

  const { isVerdict, ...reason } = judgement.error;
  if (isRepeatable(annotationsOf(tool, input))) return failed(reason, input, output);
  // The call had its effect: it is neither lost nor made again because of what is thought of its answer.
  if (!isVerdict) {
    attempt.ctx.log.warn(
      { runId: attempt.request.runId, stepId: attempt.request.step.id },
      reason.error.message,
    );
    return completed;
  }
  const why = `The tool "${tool.name}" did its work, and calling it again could do it twice.`;
  const message = `${reason.error.message} ${why}`;
  return failed(fault(message, "not_retryable", reason.whatToChange), input, output);
}
