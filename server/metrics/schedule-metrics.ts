import { Counter, Histogram, type Registry } from "prom-client";
import type { SlotReason, SlotStatus } from "#server/core/trigger.ts";
import { inProcess } from "./help.ts";

type SlotsSettled = {
  status: SlotStatus;
  reason: SlotReason | null;
  count: number;
  /** Of a slot that fired: how long after its time. */
  lateSeconds: number | null;
};

/** What the schedules of this process's worker did. */
export function scheduleMetrics(registry: Registry) {
  const registers = [registry];
  const slots = new Counter({
    name: "stepwright_schedule_slots_total",
    help: inProcess("Slots of schedules that were settled, by what became of them and why"),
    labelNames: ["status", "reason"],
    registers,
  });
  const lateness = new Histogram({
    name: "stepwright_schedule_lateness_seconds",
    help: inProcess("Time from a slot to its run, slots that waited or were caught up included"),
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 3_600, 86_400],
    registers,
  });
  slots.inc({ status: "fired", reason: "none" }, 0);

  return {
    slotsSettled({ status, reason, count, lateSeconds }: SlotsSettled): void {
      slots.inc({ status, reason: reason ?? "none" }, count);
      if (lateSeconds !== null) lateness.observe(lateSeconds);
    },
  };
}
