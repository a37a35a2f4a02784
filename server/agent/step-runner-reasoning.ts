import type { LanguageModel } from "ai";
import type { Json } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { type Task, taskSchema } from "#server/core/run-rules/edited-input.ts";
import { storableJson } from "#server/tools/storable-json.ts";
import { judgeOutput } from "./judge.ts";
import { renderPrompt } from "./prompts.ts";
import { askForApproval, needsApproval } from "./step-runner-approval.ts";
import {
  type Attempt,
  type Ending,
  type Failure,
  type Fault,
  failed,
  fault,
  resolve,
} from "./step-runner-attempt.ts";
import { quotedData, quotedGroups } from "./step-runner-data.ts";
import { correctionsData, materialData } from "./step-runner-material.ts";
import { askForJson, askForText, modelOf, parseJson } from "./step-runner-model.ts";

/** A step that a model does by thinking. It has no tools, and its answer can act on nothing. */
export async function runReasoningStep(attempt: Attempt): Promise<Ending> {
  const model = modelOf(attempt, "to think");
  if (!model.ok) return failed(model.error, null);

  const task = taskOf(attempt);
  if (!task.ok) return task.error;
  if (needsApproval(attempt)) return askForApproval(attempt, task.value);

  const input = attempt.request.approvedInput === null ? task.value.input : task.value;
  const answer = await think(attempt, model.value, task.value);
  if (!answer.ok) return failed(answer.error, input);

  const output = answer.value;
  const judgement = await judgeOutput(attempt, null, output);
  if (judgement.ok) return { type: "completed", input, output };
  const { isVerdict: _isVerdict, ...reason } = judgement.error;
  return failed(reason, input, output);
}

function taskOf(attempt: Attempt): Result<Task, Failure> {
  const { step, approvedInput } = attempt.request;
  if (approvedInput) {
    const approved = taskSchema.safeParse(approvedInput.value);
    if (approved.success) return ok(approved.data);
    const message = `The approved input of ${attempt.name} needs "instructions" (text) and "input".`;
    return err(
      failed(fault(message, "not_retryable", "Approve an input of that form."), approvedInput.value),
    );
  }
  const input = step.input === undefined ? ok(null) : resolve(attempt, step.input);
  if (input.ok) return ok({ instructions: step.instructions, input: input.value });
  const message = `The input of ${attempt.name} cannot be built. ${input.error.message}`;
  return err(failed(fault(message, "not_retryable", "Correct the reference in the plan."), null));
}

async function think(attempt: Attempt, model: LanguageModel, task: Task): Promise<Result<Json, Fault>> {
  const { step, plan } = attempt.request;
  const data = quotedGroups(attempt, "step", {
    input: task.input === null ? [] : [{ label: "Input", value: task.input }],
    material: materialData(attempt),
    corrections: correctionsData(attempt),
  });
  const prompt = renderPrompt("step", {
    objective: plan.objective,
    title: step.title,
    instructions: task.instructions,
    expectedOutput: step.expectedOutput,
    schema: step.outputSchema === undefined ? "" : quotedData("Schema", step.outputSchema),
    ...data,
  });
  if (step.outputSchema !== undefined) {
    return askForJson(attempt, model, prompt, { schema: step.outputSchema, purpose: "step" });
  }

  const text = await askForText(attempt, model, prompt);
  if (!text.ok) return text;
  const value = parseJson(text.value);
  // A bare number or word is a text that happens to be JSON.
  return ok(typeof value === "object" && value !== null ? storableJson(value) : text.value);
}
