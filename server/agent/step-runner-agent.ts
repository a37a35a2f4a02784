import type { ChildRun } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { storableJson } from "#server/core/run-rules/storable.ts";
import { judgeOutput } from "./judge.ts";
import { askForApproval, needsApproval } from "./step-runner-approval.ts";
import { type Attempt, type Ending, type Failure, failed, fault, resolve } from "./step-runner-attempt.ts";
import { checkPrecondition } from "./step-runner-look.ts";

/**
 * Starts a run of another agent, or settles the step once that run has ended. What was started for this
 * attempt is never started again.
 */
export async function runAgentStep(attempt: Attempt): Promise<Ending> {
  const { agent } = attempt.request.step;
  if (agent === undefined) {
    const message = `${attempt.name} runs another agent and does not name it.`;
    return failed(fault(message, "not_retryable", "Name the agent in the plan."), null);
  }
  const input = inputOf(attempt);
  const standing = await attempt.hooks.childRun.find(agent);
  if (!input.ok) return input.error;
  if (standing !== null) return endingOf(attempt, agent, input.value, standing);

  const unmet = await checkPrecondition(attempt);
  if (unmet !== null) return unmet;
  if (needsApproval(attempt)) return askForApproval(attempt, input.value);
  attempt.signal.throwIfAborted();
  const child = await attempt.hooks.childRun.start({ agent, input: input.value });
  return endingOf(attempt, agent, input.value, child);
}

/** The other run's input: the approved one, the template's, or else the run input where the step receives it. */
function inputOf(attempt: Attempt): Result<Json, Failure> {
  const { step, approvedInput, runInput } = attempt.request;
  if (approvedInput) return ok(approvedInput.value);
  if (step.input === undefined) return ok(step.usesRunInput === true ? runInput : null);
  const input = resolve(attempt, step.input);
  if (input.ok) return ok(input.value);
  const message = `The input of ${attempt.name} cannot be built. ${input.error.message}`;
  return err(failed(fault(message, "not_retryable", "Correct the reference in the plan."), null));
}

async function endingOf(attempt: Attempt, agent: string, input: Json, child: ChildRun): Promise<Ending> {
  switch (child.type) {
    case "open":
      return { type: "child_started", agent, childRunId: child.runId, input, dueAt: child.dueAt };
    case "refused": {
      const message = `${attempt.name} cannot run the agent "${agent}". ${child.message}`;
      return failed(fault(message, "not_retryable", child.whatToChange), input);
    }
    case "broken": {
      attempt.childUsage = child.usage;
      const retry = child.isRetryable ? "now" : "not_retryable";
      const whatToChange = "Nothing; what the other run finished is taken over.";
      return failed(fault(child.message, retry, whatToChange), input);
    }
    case "completed":
      attempt.childUsage = child.usage;
      return judged(attempt, input, {
        runId: child.runId,
        status: "completed",
        outputs: child.outputs,
      });
  }
}

async function judged(attempt: Attempt, input: Json, output: Json): Promise<Ending> {
  const stored = storableJson(output);
  if (!stored.ok) {
    const message = `The outputs of the other run together cannot be stored: ${stored.problem}.`;
    return failed(fault(message, "not_retryable", "Let its last step return less."), input);
  }
  const judgement = await judgeOutput(attempt, input, output);
  if (judgement.ok) return { type: "completed", input, output };

  const { isVerdict, ...reason } = judgement.error;
  // The other run did its work: it is neither lost nor done again because of what is thought of it.
  if (!isVerdict) {
    const { runId, step } = attempt.request;
    attempt.ctx.log.warn({ runId, stepId: step.id }, reason.error.message);
    return { type: "completed", input, output };
  }
  const message = `${reason.error.message} The other run did its work, and doing it again could do it twice.`;
  return failed(fault(message, "not_retryable", reason.whatToChange), input, output);
}
