import fc from "fast-check";
import type { Plan } from "#server/core/plan.ts";
import { decide } from "#server/core/run-rules/decide.ts";
import { type AttemptChange, applyChange } from "#server/core/run-rules/run-change.ts";
import { prepareRunPlan } from "#server/core/run-rules/run-plan.ts";
import { type RunState, awaitsChild } from "#server/core/run-rules/run-state.ts";
import type { RunEvent, RunStatus } from "#server/core/run.ts";
import { newRunState } from "./new-run-state.ts";
import { EXPIRY, KINDS, type Move, factsOf } from "./random-fact.ts";

const WORKER = "w1";
const START = Date.parse("2026-01-01T00:00:00Z");
const CHILD_ENDS: readonly RunStatus[] = ["completed", "failed", "canceled"];
const INPUT = { order: 7 };

export const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    kind: fc.nat(KINDS - 1),
    pick: fc.nat(9),
    wait: fc.constantFrom(0, 0, 400, 2_000, 6_000),
    value: fc.nat(9),
  }),
  { maxLength: 40 },
);

/** Walks a run through `moves`, each a fact that may be true where the run stands; keeps what a database would. */
export function walkAtRandom(plan: Plan, walk: readonly Move[]) {
  const prepared = prepareRunPlan(plan);
  const events: RunEvent[] = [];
  const attempts = new Map<string, AttemptChange>();
  let now = START;
  let state = newRunState(plan, INPUT);
  const queued = { snapshotId: state.snapshotId, input: INPUT };
  log([{ type: "run-queued", stepId: null, attempt: null, worker: null, data: queued }]);

  for (const [index, move] of [{ kind: -1, pick: 0, wait: 0, value: 0 }, ...walk].entries()) {
    now += move.kind === EXPIRY ? 10_000 : move.wait;
    if (move.value > 4) state = { ...state, endedChildren: endedChildren(state, move) };
    const facts = factsOf(state, move, `apv_${index}`);
    // A change by a person or a sweep claims nothing.
    const worker = move.pick === 9 ? null : WORKER;
    const attention = { most: 2, pending: move.pick % 3, others: [] };
    const { change } = decide(prepared, state, { facts, now, worker, slots: 2, attention });
    if (!change) continue;
    state = applyChange(state, change);
    for (const row of change.attempts) keep(row);
    log(change.log);
  }
  return { state, attempts: [...attempts.values()], events };

  function log(entries: readonly Omit<RunEvent, "seq" | "at">[]): void {
    for (const entry of entries) {
      events.push({ ...entry, seq: events.length + 1, at: new Date(now).toISOString() });
    }
  }

  // As the commit statement has it: what is absent or null keeps the value that the row has.
  function keep(row: AttemptChange): void {
    const key = `${row.stepId} ${row.claim}`;
    const standing = attempts.get(key);
    attempts.set(key, {
      ...row,
      worker: standing?.worker ?? row.worker,
      startedAt: standing?.startedAt ?? row.startedAt,
      input: row.input ?? standing?.input ?? null,
      output: row.output ?? standing?.output ?? null,
      error: row.error ?? standing?.error ?? null,
      correction: row.correction ?? standing?.correction ?? null,
      usage: row.usage ?? standing?.usage ?? null,
    });
  }
}

function endedChildren(state: RunState, { pick }: Move): ReadonlyMap<string, RunStatus> {
  return new Map(
    [...state.steps.values()].flatMap((step) =>
      awaitsChild(step) && step.childRunId !== null
        ? [[step.childRunId, CHILD_ENDS[pick % CHILD_ENDS.length] ?? "failed"] as const]
        : [],
    ),
  );
}
