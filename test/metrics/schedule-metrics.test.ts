import { expect, test } from "vitest";
import { createMetrics } from "#server/metrics/create-metrics.ts";
import { samplesOf } from "#test/samples.ts";

test("slots are counted by what became of them, stretches whole, and the lateness of those that fired", async () => {
  const metrics = createMetrics({
    figures: () => Promise.reject(new Error("There is no database here.")),
    prices: () => ({}),
  });
  metrics.slotsSettled({ status: "fired", reason: null, count: 1, lateSeconds: 0.3 });
  metrics.slotsSettled({ status: "fired", reason: null, count: 1, lateSeconds: 40 });
  metrics.slotsSettled({ status: "skipped", reason: "overlap", count: 1, lateSeconds: null });
  metrics.slotsSettled({ status: "missed", reason: "downtime", count: 579, lateSeconds: null });

  expect(samplesOf((await metrics.exposed()).body)).toMatchObject({
    'stepwright_schedule_slots_total{status="fired",reason="none"}': 2,
    'stepwright_schedule_slots_total{status="skipped",reason="overlap"}': 1,
    'stepwright_schedule_slots_total{status="missed",reason="downtime"}': 579,
    'stepwright_schedule_lateness_seconds_bucket{le="0.5"}': 1,
    stepwright_schedule_lateness_seconds_count: 2,
  });
});
