import type { RunPlan } from "#server/core/run-rules/run-plan.ts";

const MAX_PLANS = 100;

/** Prepared plans by snapshot. A snapshot never changes, so neither does its entry. */
export function planCache(load: (snapshotId: string) => Promise<RunPlan>) {
  const plans = new Map<string, Promise<RunPlan>>();

  return async (snapshotId: string): Promise<RunPlan> => {
    const known = plans.get(snapshotId);
    if (known) return known;
    const loading = load(snapshotId);
    plans.set(snapshotId, loading);
    for (const oldest of plans.keys()) {
      if (plans.size <= MAX_PLANS) break;
      plans.delete(oldest);
    }
    try {
      return await loading;
    } catch (error) {
      plans.delete(snapshotId);
      throw error;
    }
  };
}
