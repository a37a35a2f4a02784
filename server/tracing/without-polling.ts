import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace-node";

/** Leaves out the spans of a worker that asks the queue for work: there is one for each time it asks. */
export function withoutPolling(processor: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, context) => processor.onStart(span, context),
    onEnd: (span) => {
      if (!isPolling(span)) processor.onEnd(span);
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
}

function isPolling({ instrumentationScope, attributes }: ReadableSpan): boolean {
  return instrumentationScope.name === "pg-boss" && attributes["messaging.operation.name"] === "receive";
}
