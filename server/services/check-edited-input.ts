import type { Context } from "#server/context.ts";
import { inputIssues } from "#server/core/check/input-issues.ts";
import { knowableErrors } from "#server/core/check/knowable-errors.ts";
import { validatorOf } from "#server/core/check/schema-validator.ts";
import type { Json } from "#server/core/json.ts";
import { editedInputProblem } from "#server/core/run-rules/edited-input.ts";
import { type RunPlan, planStep } from "#server/core/run-rules/run-plan.ts";
import type { ApprovalState } from "#server/core/run-rules/run-state.ts";
import { storableJson } from "#server/core/run-rules/storable.ts";
import { invalid } from "#server/errors.ts";

/** An input as its approver changed it, once the step's tool would take it. */
export function checkEditedInput(
  ctx: Pick<Context, "tools" | "secrets">,
  runPlan: RunPlan,
  approval: ApprovalState,
  input: Json,
): Json {
  const stored = storableJson(input);
  if (!stored.ok) throw invalid(`The edited input cannot be stored: ${stored.problem}.`);
  if (input === null)
    throw invalid(`The edited input is "null". Leave it out to approve the input as it is.`);

  refuseSecretValues(ctx, input);
  const problem = editedInputProblem(planStep(runPlan, approval.stepId), input);
  if (problem !== null) throw invalid(problem, [{ path: "input", message: problem }]);

  const { plan } = runPlan;
  const index = plan.steps.findIndex((step) => step.id === approval.stepId);
  const step = plan.steps[index];
  const tool = step?.tool === undefined ? null : ctx.tools.find(step.tool);
  if (!step || !tool) return input;
  const [issue] = inputIssues({ step, number: index + 1 }, tool, input, "input");
  if (issue) throw invalid(issue.message, [{ path: issue.path ?? "input", message: issue.message }]);
  const validate = validatorOf(tool.inputSchema);
  if (validate === null || validate(input)) return input;

  const errors = knowableErrors(validate.errors ?? [], input);
  if (errors.length === 0) return input;
  const issues = errors.map((error) => ({
    path: `input${error.instancePath}`,
    message: `input${error.instancePath} ${error.message ?? "does not fit the tool's schema"}.`,
  }));
  throw invalid(
    `The tool "${tool.name}" does not take the edited input: ${issues.map(({ message }) => message).join(" ")}`,
    issues,
  );
}

// It would stand in the log and in front of everybody who may approve.
function refuseSecretValues(ctx: Pick<Context, "secrets">, input: Json): void {
  const names = ctx.secrets
    .namesIn(input)
    .map((name) => (name === null ? "a setting of this server" : `"${name}"`));
  if (names.length === 0) return;
  const message = `The edited input holds the value of a secret: ${names.join(", ")}. Leave it out. Secrets are put where the plan names them.`;
  throw invalid(message, [{ path: "input", message }]);
}
