import type { Attention } from "#server/core/run-rules/approval-places.ts";
import { type RunChange, applyChange } from "#server/core/run-rules/run-change.ts";
import { type RunPlan, prepareRunPlan } from "#server/core/run-rules/run-plan.ts";
import type { ApprovalState, RunState } from "#server/core/run-rules/run-state.ts";
import { openRun } from "#test/core/run-rules/walk.ts";
import { makePlan } from "#test/make.ts";
import { type Ledger, checkChange } from "./ledger.ts";

export type Lock = "free" | "held";

/** The runs of one agent as a database keeps them: as text, with a lock for each row. */
export type Stored = {
  now: number;
  /** How many approvals may be pending at once. */
  most: number;
  plans: Map<string, RunPlan>;
  runs: Map<string, string>;
  /** What a text reads as, read once: nobody changes a state. */
  read: Map<string, RunState>;
  locks: Map<string, Lock>;
  /** Runs that somebody is to look at. */
  jobs: Set<string>;
  ledger: Ledger;
};

export type StepRule = { approvers: number; expiresAfterHours: number | null; dependsOn: string[] };

export function storeRuns(most: number, rules: readonly Record<string, StepRule>[], ledger: Ledger): Stored {
  const stored: Stored = {
    now: 1_000_000,
    most,
    plans: new Map(),
    runs: new Map(),
    read: new Map(),
    locks: new Map([["agent", "free"]]),
    jobs: new Set(),
    ledger,
  };
  for (const [index, steps] of rules.entries()) {
    const runId = `run_${index + 1}`;
    const plan = makePlan(
      Object.fromEntries(Object.entries(steps).map(([id, { dependsOn }]) => [id, dependsOn])),
      Object.fromEntries(
        Object.entries(steps).map(([id, { approvers, expiresAfterHours }]) => [
          id,
          {
            kind: "tool" as const,
            tool: "send",
            approval: { approvers, ...(expiresAfterHours !== null && { expiresAfterHours }) },
          },
        ]),
      ),
    );
    stored.plans.set(runId, prepareRunPlan(plan));
    stored.runs.set(runId, textOf({ ...openRun(plan).state(), runId }));
    stored.locks.set(runId, "free");
    stored.jobs.add(runId);
  }
  return stored;
}

export function load(stored: Stored, runId: string): RunState {
  const known = stored.read.get(runId);
  if (known) return known;
  const text = stored.runs.get(runId);
  if (text === undefined) throw new Error(`There is no run "${runId}"`);
  const kept = JSON.parse(text) as Kept;
  const state: RunState = {
    ...kept,
    steps: new Map(kept.steps),
    corrections: new Map(kept.corrections),
    endedChildren: new Map(kept.endedChildren),
  };
  stored.read.set(runId, state);
  return state;
}

export function planOf(stored: Stored, runId: string): RunPlan {
  const plan = stored.plans.get(runId);
  if (!plan) throw new Error(`Run "${runId}" has no plan`);
  return plan;
}

/** Writes the change if its version is still the one that stands. */
export function write(stored: Stored, change: RunChange, jobs: readonly string[]): boolean {
  const before = load(stored, change.runId);
  if (before.version !== change.version) return false;
  const after = applyChange(before, change);
  stored.runs.set(change.runId, textOf(after));
  stored.read.delete(change.runId);
  for (const runId of jobs) stored.jobs.add(runId);
  checkChange(stored, before, after);
  return true;
}

export function openApprovals(stored: Stored): (ApprovalState & { runId: string })[] {
  return [...stored.runs.keys()].flatMap((runId) =>
    load(stored, runId).approvals.flatMap((one) => (one.decidedAt === null ? [{ ...one, runId }] : [])),
  );
}

export function attentionFor(stored: Stored, runId: string): Attention {
  const others = openApprovals(stored).filter((one) => one.runId !== runId);
  const waiting = [...stored.runs.keys()].flatMap((other) => {
    const own = others.filter((one) => one.runId === other);
    const held = own.filter((one) => one.status === "waiting");
    if (held.length === 0) return [];
    const oldestAt = Math.min(...held.map((one) => one.createdAt));
    return [{ runId: other, pending: own.length - held.length, waiting: held.length, oldestAt }];
  });
  return {
    most: stored.most,
    pending: others.filter((one) => one.status === "pending").length,
    others: waiting,
  };
}

type Maps = "steps" | "corrections" | "endedChildren";
type Kept = Omit<RunState, Maps> & {
  [Key in Maps]: RunState[Key] extends ReadonlyMap<infer Id, infer Value> ? [Id, Value][] : never;
};

function textOf(state: RunState): string {
  const kept: Kept = {
    ...state,
    steps: [...state.steps],
    corrections: [...state.corrections],
    endedChildren: [...state.endedChildren],
  };
  return JSON.stringify(kept);
}
