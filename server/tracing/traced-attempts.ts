import { type Attributes, SpanStatusCode, type Tracer } from "@opentelemetry/api";
import type { AttemptRequest } from "#server/core/attempt.ts";
import type { RunAttempt } from "#server/engine/try-step.ts";

/** The same runner with a span around each try, in which the spans of its model calls stand. */
export function tracedAttempts(tracer: Tracer, runAttempt: RunAttempt): RunAttempt {
  return (request, hooks) =>
    // Whatever brought the run here ended long ago, so an attempt begins a trace of its own.
    tracer.startActiveSpan(
      "step attempt",
      { root: true, attributes: attributesOf(request) },
      async (span) => {
        try {
          const result = await runAttempt(request, hooks);
          span.setAttribute("stepwright.outcome", result.type);
          if (result.type === "failed" || result.type === "outcome_unknown") {
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          return result;
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      },
    );
}

function attributesOf({ runId, step, attempt }: AttemptRequest): Attributes {
  return {
    "stepwright.run.id": runId,
    "stepwright.step.id": step.id,
    "stepwright.step.kind": step.kind,
    "stepwright.attempt": attempt,
    ...(step.tool !== undefined && { "stepwright.tool": step.tool }),
  };
}
