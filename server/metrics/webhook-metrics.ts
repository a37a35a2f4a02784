import { Counter, Histogram, type Registry } from "prom-client";
import type { Verdict } from "#server/core/trigger.ts";
import { inProcess } from "./help.ts";

/** `repeated` is an accepted delivery that came again, `unknown` one to an address that takes none. */
type AnsweredDelivery = { verdict: Verdict | "repeated" | "unknown"; seconds: number };

/** What came to the webhooks of this process. */
export function webhookMetrics(registry: Registry) {
  const deliveries = new Counter({
    name: "stepwright_webhook_deliveries_total",
    help: inProcess("Deliveries to webhooks, by what became of them"),
    labelNames: ["verdict"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "stepwright_webhook_delivery_duration_seconds",
    help: inProcess("Time until a delivery was taken or refused, without waiting for its run"),
    labelNames: ["verdict"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 15],
    registers: [registry],
  });
  for (const verdict of ["accepted", "repeated", "bad_signature"]) deliveries.inc({ verdict }, 0);

  return {
    deliveryAnswered: ({ verdict, seconds }: AnsweredDelivery) => {
      deliveries.inc({ verdict });
      durations.observe({ verdict }, seconds);
    },
  };
}
