import { Gauge, Registry } from "prom-client";
import packageFile from "#package.json" with { type: "json" };
import type { Prices } from "#server/core/prices.ts";
import type { Figures } from "#server/services/read-figures.ts";
import { databaseMetrics } from "./database-metrics.ts";
import { inProcess } from "./help.ts";
import { httpMetrics } from "./http-metrics.ts";
import { modelMetrics } from "./model-metrics.ts";
import { noticeMetrics } from "./notice-metrics.ts";
import { processRegistry } from "./process-registry.ts";
import { runMetrics } from "./run-metrics.ts";
import { scheduleMetrics } from "./schedule-metrics.ts";
import { webhookMetrics } from "./webhook-metrics.ts";
import { workerMetrics } from "./worker-metrics.ts";

type Sources = { figures: () => Promise<Figures>; prices: () => Prices };

/** Takes note of what happens in this process, for whoever watches it. No note throws or waits. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics({ figures, prices }: Sources) {
  const registry = new Registry();
  new Gauge({
    name: "stepwright_build_info",
    help: inProcess("Always 1, with the version"),
    labelNames: ["version"],
    registers: [registry],
  }).set({ version: packageFile.version }, 1);
  const database = databaseMetrics(registry, figures);

  return {
    ...runMetrics(registry),
    ...workerMetrics(registry),
    ...scheduleMetrics(registry),
    ...modelMetrics(registry, prices),
    ...httpMetrics(registry),
    ...noticeMetrics(registry),
    ...webhookMetrics(registry),
    /** Everything in the text form of Prometheus. */
    exposed: async (): Promise<{ contentType: string; body: string }> => {
      await database.refresh();
      const parts = await Promise.all([registry.metrics(), processRegistry().metrics()]);
      return { contentType: registry.contentType, body: parts.join("\n") };
    },
  };
}
