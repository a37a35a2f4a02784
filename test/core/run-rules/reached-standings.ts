import type { AttemptResult } from "#server/core/attempt.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import type { Fact } from "#server/core/run-rules/fact.ts";
import { newStepState, type StepState } from "#server/core/run-rules/run-state.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import { asks, done, fails } from "./results.ts";
import { openRun } from "./walk.ts";

type Run = ReturnType<typeof openRun>;

const broken = fails("No.", "not_retryable");
const unmet: AttemptResult = { type: "precondition_unmet", observation: 1, usage: NO_USAGE };
const unknown: AttemptResult = {
  type: "outcome_unknown",
  input: 1,
  error: { message: "Lost." },
  usage: NO_USAGE,
};
const looks: AttemptResult = { type: "check_unmet", input: null, observation: 0, usage: NO_USAGE };
const check = { path: "", op: "==", value: 1, everySeconds: 1, withinSeconds: 1 } as const;

/** How a step called `step` comes to stand in each way that there is, by `status` or `status/reason`. */
export const REACHED: Record<string, () => Run> = {
  completed: () => settled({}, done()),
  "completed/reused": () => openRun(makePlan({ step: [] }), null, new Map([["step", REUSED]])),
  "paused/approval": () => settled({}, asks(1)),
  "paused/wait": () => looked({ kind: "wait", wait: { seconds: 1 } }),
  "paused/check": () => settled({ kind: "check", tool: "read", check }, looks),
  "paused/budget": () => shortOfCalls(),
  "paused/outcome_unknown": () => settled({}, unknown),
  "skipped/condition": () => looked({ if: "1 == 2" }),
  "skipped/upstream_failed": () => after({}, broken),
  "skipped/on_error": () => settled({ onError: "skip" }, broken),
  "skipped/precondition": () => settled({}, unmet),
  "skipped/stopped": () => after({ onError: "stop" }, broken),
  "skipped/canceled": () => told(looked({}), { type: "canceled", by: "Ada" }),
  "failed/attempts_exhausted": () => settled({ maxAttempts: 1 }, fails("No.")),
  "failed/not_retryable": () => settled({}, broken),
  "failed/approval_expired": () => expired(),
  "failed/check_failed": () => settled({ kind: "check", tool: "read" }, looks),
  "failed/budget": () => told(shortOfCalls(), { type: "budget-given-up", by: "Ada" }),
};

const REUSED: StepState = { ...newStepState(), status: "completed", reason: "reused" };

function looked(over: Partial<Step>, plan: Partial<Plan> = {}): Run {
  const run = openRun({ ...makePlan({ step: [] }, { step: over }), ...plan });
  run.look();
  return run;
}

function settled(over: Partial<Step>, result: AttemptResult): Run {
  const run = looked(over);
  run.settle("step", result);
  return run;
}

function after(over: Partial<Step>, result: AttemptResult): Run {
  const run = openRun(makePlan({ first: [], step: ["first"] }, { first: over }));
  run.look();
  run.settle("first", result);
  return run;
}

function shortOfCalls(): Run {
  return looked({ kind: "tool", tool: "read" }, { budget: { toolCalls: 0 } });
}

function expired(): Run {
  const run = looked({ kind: "tool", tool: "send", approval: { expiresAfterHours: 1 } });
  run.settle("step", asks(1));
  run.pass(3_600_000);
  return told(run, { type: "approval-expired", approvalId: run.state().approvals[0]?.approvalId ?? "" });
}

function told(run: Run, fact: Fact): Run {
  run.look([fact]);
  return run;
}
