import { topologicalOrder } from "./graph.ts";
import type { Json } from "./json.ts";
import type { Budget, Plan } from "./plan.ts";
import { type ReplayedApproval, replayApproval } from "./replay-approval.ts";
import { type EventFacts, eventFactsSchema } from "./replay-facts.ts";
import { type ReplayedAttempt, type ReplayedStep, replayStep } from "./replay-step.ts";
import { newStepState } from "./run-rules/run-state.ts";
import { addUsage } from "./run-rules/usage.ts";
import type { RunEvent, RunEventType, RunStatus, Usage } from "./run.ts";

/** A run as its log tells it. Times are those of the events, values are as masked and linked as they are there. */
export type ReplayedRun = {
  status: RunStatus;
  snapshotId: string | null;
  input: Json | null;
  budget: Budget | null;
  usage: Usage | null;
  startedAt: number | null;
  endedAt: number | null;
  /** By id, in the plan's order. */
  steps: Map<string, ReplayedStep>;
  /** In the order in which they began. */
  attempts: ReplayedAttempt[];
  approvals: ReplayedApproval[];
  /** One per failed try, oldest first, by step. */
  corrections: Map<string, Json[]>;
  /** Ids in the order in which the steps settled. */
  settled: string[];
};

const SETTLES: readonly RunEventType[] = ["step-completed", "step-failed", "step-skipped"];

/** Everything that is kept of a run, rebuilt from its events and the plan of its snapshot alone. */
export function replayRun(plan: Plan, events: readonly RunEvent[]): ReplayedRun {
  const run: ReplayedRun = {
    status: "queued",
    snapshotId: null,
    input: null,
    budget: null,
    usage: null,
    startedAt: null,
    endedAt: null,
    steps: new Map(plan.steps.map(({ id }) => [id, newReplayedStep()])),
    attempts: [],
    approvals: [],
    corrections: new Map(),
    settled: [],
  };
  for (const event of events) {
    const facts = eventFactsSchema.parse(event.data);
    const at = Date.parse(event.at);
    if (event.stepId === null) replayRunEvent(run, event, facts, at);
    else replayStepEvent(run, plan, { ...event, stepId: event.stepId }, facts, at);
  }
  run.usage = topologicalOrder(plan.steps).reduce<Usage | null>(
    (total, stepId) => addUsage(total, run.steps.get(stepId)?.usage ?? null),
    null,
  );
  return run;
}

function newReplayedStep(): ReplayedStep {
  const { leaseUntil: _, ...step } = newStepState();
  return step;
}

function replayRunEvent(run: ReplayedRun, event: RunEvent, facts: EventFacts, at: number): void {
  switch (event.type) {
    case "run-queued":
      run.snapshotId = facts.snapshotId ?? null;
      run.input = facts.input ?? null;
      break;
    case "run-started":
      run.status = "running";
      run.startedAt = at;
      break;
    case "run-resumed":
      run.status = "running";
      break;
    case "run-paused":
      run.status = "paused";
      break;
    case "run-completed":
    case "run-failed":
    case "run-canceled":
      run.status =
        event.type === "run-completed" ? "completed" : event.type === "run-failed" ? "failed" : "canceled";
      run.endedAt = at;
      break;
    case "budget-raised":
      run.budget = { ...run.budget, ...facts.to };
      for (const step of run.steps.values()) {
        if (step.status === "paused" && step.reason === "budget") {
          Object.assign(step, { status: "pending", reason: null });
        }
      }
      break;
    default:
      break;
  }
}

function replayStepEvent(
  run: ReplayedRun,
  plan: Plan,
  event: RunEvent & { stepId: string },
  facts: EventFacts,
  at: number,
): void {
  const { stepId } = event;
  const step = run.steps.get(stepId);
  if (!step) throw new Error(`Event ${event.seq} is about step "${stepId}", which the plan does not have`);

  if (event.type === "attempt-started") {
    run.attempts.push({
      stepId,
      claim: facts.claim ?? 0,
      attempt: event.attempt ?? 0,
      status: "running",
      worker: event.worker,
      input: null,
      output: null,
      error: null,
      correction: null,
      usage: null,
      startedAt: at,
      endedAt: null,
    });
  }
  const approval = replayApproval(run.approvals, plan, event, facts, at);
  const attempt = run.attempts.findLast((one) => one.stepId === stepId) ?? null;
  replayStep({ step, attempt, approval, event, facts, at });
  if (event.type === "attempt-failed" && facts.correction !== undefined) {
    run.corrections.set(stepId, [...(run.corrections.get(stepId) ?? []), facts.correction]);
  }
  if (SETTLES.includes(event.type)) run.settled.push(stepId);
}
