import type { Json } from "#server/core/json.ts";
import { type ToolDefinition, type ToolOutcome, annotationsOf, isRepeatable } from "#server/core/tool.ts";
import { type Attempt, secretPlaces } from "./step-runner-attempt.ts";
import { stopped } from "./step-runner-fault.ts";

/**
 * One call of the tool that the step names, with the secrets that `template` names. A call that may not be made
 * twice is announced first.
 */
export async function callTool(
  attempt: Attempt,
  tool: ToolDefinition,
  input: Json,
  template: Json | undefined,
): Promise<ToolOutcome> {
  const { ctx, request, hooks, signal } = attempt;
  const canRepeat = isRepeatable(annotationsOf(tool, input));

  if (!canRepeat) await hooks.beforeToolCall({ tool: tool.name, input });
  if (signal.aborted) return { type: "failed", message: stopped(signal), retry: "temporary" };

  if (!canRepeat) attempt.acted = { input };
  attempt.meter.countToolCall();
  const context = {
    runId: request.runId,
    stepId: request.step.id,
    folder: hooks.folder,
    signal,
    idempotencyKey: request.idempotencyKey,
    secretPlaces: secretPlaces(attempt, template),
  };
  const called = ctx.tools.call(tool.name, input, context);
  const outcome = await Promise.race([called, outcomeOfAbort(signal)]);
  if (outcome.type === "completed") return outcome;
  // What was stopped from here is said as such; a tool knows only its own limits.
  const message = signal.aborted ? stopped(signal) : outcome.message;
  if (outcome.type === "failed") return { ...outcome, message };
  if (canRepeat) return { type: "failed", message, retry: "temporary" };
  return { type: "outcome_unknown", message: `${message} Whether the call had its effect is not known.` };
}

// A tool that does not heed the signal must not hold the step beyond its time.
const GRACE_MS = 2_000;

function outcomeOfAbort(signal: AbortSignal): Promise<ToolOutcome> {
  return new Promise((resolve) => {
    const wait = () => {
      const timer = setTimeout(
        () => resolve({ type: "outcome_unknown", message: stopped(signal) }),
        GRACE_MS,
      );
      timer.unref();
    };
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true });
  });
}
