import type { LanguageModel } from "ai";
import { isObject, type Json, type JsonObject } from "#server/core/json.ts";
import { err, ok, type Result } from "#server/core/result.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { inputProblems, missingParameters, parameterNames } from "#server/tools/schema-problems.ts";
import { renderPrompt } from "./prompts.ts";
import { type Attempt, failed, type Failure, fault, resolve } from "./step-runner-attempt.ts";
import { quotedData, quotedGroups } from "./step-runner-data.ts";
import { correctionsData, materialData } from "./step-runner-material.ts";
import { askForJson, modelOf } from "./step-runner-model.ts";

/**
 * The input of a tool step, fit for the tool's schema. What the template says stays as it is; what it
 * leaves out of the required parameters, or all of it when there is no template, the model fills in.
 */
export async function buildInput(attempt: Attempt, tool: ToolDefinition): Promise<Result<Json, Failure>> {
  const { step } = attempt.request;
  const fixed = step.input === undefined ? ok(null) : resolve(attempt, step.input);
  if (!fixed.ok) {
    const message = `The input of ${attempt.name} cannot be built. ${fixed.error.message}`;
    return err(failed(fault(message, "not_retryable", "Correct the reference in the plan."), null));
  }
  const given = fixed.value ?? {};
  const missing = missingParameters(tool.inputSchema, given);
  // A check looks many times; what it may leave out is not made up again at every look.
  const isComplete = missing.length === 0 && (step.input !== undefined || step.kind === "check");
  if (!isObject(given) || isComplete) return checked(attempt, tool, given, false);

  const model = modelOf(attempt, "to build its input");
  if (!model.ok) {
    return missing.length === 0
      ? checked(attempt, tool, given, false)
      : err(failed(model.error, fixed.value));
  }
  if (parameterNames(tool.inputSchema).length === 0) return checked(attempt, tool, given, false);
  return fillIn(attempt, tool, given, model.value);
}

/** An input that came from a person or a template, against the tool's schema. */
export function checked(
  attempt: Attempt,
  tool: ToolDefinition,
  input: Json,
  isBuilt: boolean,
): Result<Json, Failure> {
  const problems = inputProblems(tool.inputSchema, input);
  if (problems.length === 0) return ok(input);
  const list = problems.join("; ");
  const message = `The input of ${attempt.name} does not fit the tool "${tool.name}": ${list}.`;
  const reason = isBuilt
    ? fault(message, "now", `Build an input that fits the schema of "${tool.name}".`)
    : fault(message, "not_retryable", "Correct the input in the plan.");
  return err(failed(reason, input));
}

async function fillIn(
  attempt: Attempt,
  tool: ToolDefinition,
  fixed: JsonObject,
  model: LanguageModel,
): Promise<Result<Json, Failure>> {
  const { step, plan } = attempt.request;
  const data = quotedGroups(attempt, "input", {
    fixed: Object.keys(fixed).length === 0 ? [] : [{ label: "Fixed parameters", value: fixed }],
    material: materialData(attempt),
    corrections: correctionsData(attempt),
  });
  const prompt = renderPrompt("build-input", {
    objective: plan.objective,
    title: step.title,
    instructions: step.instructions,
    expectedOutput: step.expectedOutput,
    tool: tool.name,
    toolDescription: tool.description,
    schema: quotedData("Schema", tool.inputSchema),
    ...data,
  });
  const answer = await askForJson(attempt, model, prompt, { schema: tool.inputSchema, purpose: "input" });
  if (!answer.ok) return err(failed(answer.error, null));
  if (!isObject(answer.value)) return checked(attempt, tool, answer.value, true);
  return checked(attempt, tool, { ...answer.value, ...fixed }, true);
}
