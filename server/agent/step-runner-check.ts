import { askForApproval, needsApproval } from "./step-runner-approval.ts";
import { type Attempt, type Ending, failed, fault } from "./step-runner-attempt.ts";
import { look, observe } from "./step-runner-look.ts";
import { findTool, inputOf } from "./step-runner-tool.ts";

/** One look of a `check` step. A look that fails for now is one at which the comparison does not hold. */
export async function runCheckStep(attempt: Attempt): Promise<Ending> {
  const { check } = attempt.request.step;
  if (!check) {
    return failed(
      fault(
        `${attempt.name} is a check and does not say what to compare.`,
        "not_retryable",
        "Give it a comparison.",
      ),
      null,
    );
  }
  const tool = findTool(attempt);
  if (!tool.ok) return tool.error;
  const input = await inputOf(attempt, tool.value);
  if (!input.ok) return input.error;
  if (needsApproval(attempt)) return askForApproval(attempt, input.value);

  const looked = await look(attempt, tool.value.name, input.value, attempt.request.step.input);
  if (!looked.ok) return looked.error;
  const { outcome } = looked.value;
  if (outcome.type === "failed" && outcome.retry === "not_retryable") {
    return failed(fault(outcome.message, "not_retryable", "Correct the check's input."), input.value);
  }
  if (outcome.type !== "completed") {
    return { type: "check_unmet", input: input.value, observation: { error: outcome.message } };
  }
  const observed = observe(outcome.output, check);
  if (!observed.ok) {
    return { type: "check_unmet", input: input.value, observation: { error: observed.error.message } };
  }
  const { observation, holds } = observed.value;
  if (holds) return { type: "completed", input: input.value, output: outcome.output };
  return { type: "check_unmet", input: input.value, observation };
}
