import { OpenTelemetry } from "@ai-sdk/otel";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { registerTelemetry } from "ai";
import packageFile from "#package.json" with { type: "json" };
import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import type { RunAttempt } from "#server/engine/try-step.ts";
import { secretValues } from "#server/secret-values.ts";
import { carefulExporter } from "./careful-exporter.ts";
import { tracedAttempts } from "./traced-attempts.ts";
import { withoutPolling } from "./without-polling.ts";

const FLUSH_MS = 1_500;
// The exporter sends again for so long, and keeps the process from its end meanwhile.
const SEND_MS = 2_500;

export type Tracing = {
  traced: (runAttempt: RunAttempt) => RunAttempt;
  /** Sends what is left, as far as that goes quickly. */
  close: () => Promise<void>;
};

/**
 * Sends spans of model calls and attempts where the settings say, for the rest of this process. What
 * becomes of them never holds up the work that they tell of.
 */
export function openTracing(config: Config, { log }: Pick<Context, "log">): Tracing {
  const place = URL.parse(config.tracing?.endpoint ?? "")?.host;
  const exporter = carefulExporter(new OTLPTraceExporter({ timeoutMillis: SEND_MS }), {
    secrets: secretValues(config),
    hasContent: config.tracing?.hasContent ?? false,
    failed: (reason) =>
      log.warn({ reason }, `Traces do not get through to ${place}. Nothing else waits for them.`),
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      "service.name": "stepwright",
      "service.version": packageFile.version,
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [withoutPolling(new BatchSpanProcessor(exporter))],
  });
  provider.register();
  registerTelemetry(
    new OpenTelemetry({
      tracer: provider.getTracer("stepwright"),
      agentSpanName: "functionId",
      runtimeContext: true,
    }),
  );

  return {
    traced: (runAttempt) => tracedAttempts(provider.getTracer("stepwright"), runAttempt),
    close: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}
