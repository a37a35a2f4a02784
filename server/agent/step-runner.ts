import { validatorOf } from "#server/core/check/schema-validator.ts";
import {
  type AttemptHooks,
  type AttemptRequest,
  type AttemptResult,
  secondsOfTry,
} from "#server/core/attempt.ts";
import { stepName } from "#server/core/plan.ts";
import { toolsOfAgent } from "#server/tools/agent-tools.ts";
import { readPrices } from "./step-runner-allowance.ts";
import {
  type Attempt,
  type Ending,
  type Failure,
  type RunnerContext,
  failed,
  fault,
} from "./step-runner-attempt.ts";
import { addUsage } from "#server/core/run-rules/usage.ts";
import { runAgentStep } from "./step-runner-agent.ts";
import { runCheckStep } from "./step-runner-check.ts";
import { checkPrecondition } from "./step-runner-look.ts";
import { runReasoningStep } from "./step-runner-reasoning.ts";
import { runToolStep } from "./step-runner-tool.ts";
import { runWaitStep } from "./step-runner-wait.ts";
import { startMeter } from "./step-runner-usage.ts";

/** One try at a step: input, approval, action, judgement. Never throws; keeps nothing between tries. */
export async function runAttempt(
  ctx: RunnerContext,
  request: AttemptRequest,
  hooks: AttemptHooks,
): Promise<AttemptResult> {
  const meter = startMeter();
  const { step, plan } = request;
  const timeoutMs = secondsOfTry(step) * 1_000;
  const attempt: Attempt = {
    ctx: { ...ctx, tools: toolsOfAgent(ctx.tools, request.tools) },
    request,
    hooks,
    signal: AbortSignal.any([hooks.signal, AbortSignal.timeout(timeoutMs)]),
    meter,
    cuts: [],
    asksFirst: false,
    acted: null,
    childUsage: null,
    name: stepName(plan.steps.findIndex(({ id }) => id === step.id) + 1, step.title),
  };
  const ending = givenBack(await endingOf(attempt));
  const prices = meter.hasModelCalls() ? await readPrices(attempt) : null;
  const usage = meter.total(prices ?? {});
  return {
    ...ending,
    usage: addUsage(attempt.childUsage, usage) ?? usage,
    ...(attempt.cuts.length > 0 && { cuts: attempt.cuts }),
  };
}

/** A try that came short of its allowance has not failed. */
function givenBack(ending: Ending | Failure): Ending {
  if (ending.type !== "failed" || !("overBudget" in ending) || ending.overBudget === undefined) return ending;
  const { input, error, overBudget } = ending;
  return { type: "over_budget", input, error, needed: overBudget.needed };
}

async function endingOf(attempt: Attempt): Promise<Ending | Failure> {
  const { ctx, request, name } = attempt;
  try {
    // What an agent step started stands, whatever its precondition says meanwhile.
    const isAgent = request.step.kind === "agent";
    return (isAgent ? null : await checkPrecondition(attempt)) ?? (await act(attempt));
  } catch (error) {
    ctx.log.error({ err: error, runId: request.runId, stepId: request.step.id }, "attempt broke off");
    const message = `${name} broke off by an unexpected fault; the server's log has it.`;
    if (attempt.acted) return { type: "outcome_unknown", input: attempt.acted.input, error: { message } };
    return failed(fault(message, "temporary", "Nothing is known to change."), null);
  }
}

async function act(attempt: Attempt): Promise<Ending> {
  const { kind, outputSchema } = attempt.request.step;
  // Looked at before anything acts: no output could ever be accepted by it.
  if (outputSchema !== undefined && validatorOf(outputSchema) === null) {
    const message = `The output schema of ${attempt.name} is not a valid JSON Schema.`;
    return failed(fault(message, "not_retryable", "Correct the schema in the plan."), null);
  }
  switch (kind) {
    case "tool":
      return runToolStep(attempt);
    case "reasoning":
      return runReasoningStep(attempt);
    case "check":
      return runCheckStep(attempt);
    case "agent":
      return runAgentStep(attempt);
    case "wait":
      return runWaitStep(attempt);
  }
}
