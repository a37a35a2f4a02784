import type { Decision } from "#server/core/run-rules/decide.ts";

/** What the decisions on a run have said so far, beside its state. */
export type MachineRecord = {
  /** Every time at which somebody was asked to look again. */
  wakes: Set<number>;
  /** Tries that are under way, as `step claim`. */
  tries: Set<string>;
  /** How often the log tells each kind of event of each step, as `type step`. */
  events: Map<string, number>;
};

export function newRecord(): MachineRecord {
  return { wakes: new Set(), tries: new Set(), events: new Map() };
}

export function recordDecision(record: MachineRecord, { change, wakeAt }: Decision): void {
  for (const time of wakeAt) record.wakes.add(time);
  for (const { stepId, claim, status } of change?.attempts ?? []) {
    if (status === "running") record.tries.add(`${stepId} ${claim}`);
    else record.tries.delete(`${stepId} ${claim}`);
  }
  for (const { type, stepId } of change?.log ?? []) {
    const key = `${type} ${stepId}`;
    record.events.set(key, (record.events.get(key) ?? 0) + 1);
  }
}
