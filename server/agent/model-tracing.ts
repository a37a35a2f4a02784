import type { Config } from "#server/config.ts";
import type { ModelPurpose } from "#server/core/turn-usage.ts";

/** How a call of a model shows in traces: under its purpose, and without its content unless the settings ask for it. */
export function modelTracing({ tracing }: Pick<Config, "tracing">, functionId: ModelPurpose) {
  const hasContent = tracing?.hasContent ?? false;
  return { isEnabled: tracing !== null, functionId, recordInputs: hasContent, recordOutputs: hasContent };
}
