import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { maskSecrets } from "#server/core/mask-secrets.ts";
import { DEFAULT_MAX_ATTEMPTS } from "#server/core/plan.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { viewBudget } from "#server/core/run-rules/budget-view.ts";
import { isUncertain } from "#server/core/run-rules/open-calls.ts";
import type { AttemptView, RunStepView, RunView } from "#server/core/views.ts";
import { findSuccessor } from "./find-successor.ts";
import { pauseOf } from "./find-pauses.ts";
import { linkedApprovals } from "./linked-approvals.ts";
import { type RunRows, readViewedRows, reportOf } from "./read-run-rows.ts";
import { viewApproval } from "./view-approval.ts";
import { type StepFacts, viewRun } from "./view-runs.ts";

export async function readRun(ctx: Context, input: { runId: string }): Promise<RunView> {
  const rows = await readViewedRows(ctx, input.runId);
  const { run } = rows;
  return {
    ...viewRun(rows, stepFacts(rows)),
    input: masked(run.input),
    reuseFrom: run.reuseFrom,
    continuedBy:
      run.status === "canceled" ? await findSuccessor(ctx.db, { runId: run.id, agentId: run.agentId }) : null,
    steps: await viewSteps(ctx, rows),
    report: isFinalRunStatus(run.status) ? reportOf(rows) : null,
    budget: budgetOf(ctx, rows),
    seq: run.seq,
  };
}

function stepFacts({ run, steps }: RunRows): StepFacts {
  const stepCounts: Record<string, number> = {};
  for (const step of steps) stepCounts[step.status] = (stepCounts[step.status] ?? 0) + 1;
  return {
    stepCounts,
    pause: isFinalRunStatus(run.status) ? null : pauseOf(steps.filter(({ status }) => status === "paused")),
    uncertainSteps: steps.filter(isUncertain).map(({ stepId }) => stepId),
  };
}

async function viewSteps(ctx: Context, rows: RunRows): Promise<RunStepView[]> {
  const steps = rows.steps.map((step) => viewStep(ctx, rows, step));
  const linked = await linkedApprovals(
    ctx.db,
    steps.flatMap(({ approval }) => approval ?? []),
  );
  return steps.map((step) => ({
    ...step,
    approval: linked.find(({ approvalId }) => approvalId === step.approval?.approvalId) ?? null,
  }));
}

function budgetOf(ctx: Context, { run, plan, steps, approvals }: RunRows): RunView["budget"] {
  const states = new Map(steps.map((state) => [state.stepId, state]));
  const viewed = plan.steps.flatMap((step) => {
    const state = states.get(step.id);
    return state === undefined ? [] : [{ step, state }];
  });
  const endsAt = run.endedAt ?? ctx.now();
  const seconds = run.startedAt === null ? 0 : (endsAt.getTime() - run.startedAt.getTime()) / 1_000;
  const limits = { ...plan.budget, ...run.budget };
  return viewBudget(limits, viewed, { approvals: approvals.length, seconds });
}

function viewStep(ctx: Context, rows: RunRows, row: RunRows["steps"][number]): RunStepView {
  const index = rows.plan.steps.findIndex((step) => step.id === row.stepId);
  const step = rows.plan.steps[index];
  if (!step) throw new Error(`Run "${row.runId}" has a step "${row.stepId}" that its plan does not have`);
  const attempts = rows.attempts.filter((attempt) => attempt.stepId === row.stepId);
  const approval = rows.approvals.findLast((item) => item.stepId === row.stepId);
  return {
    stepId: row.stepId,
    number: index + 1,
    title: step.title,
    kind: step.kind,
    dependsOn: step.dependsOn,
    status: row.status,
    reason: row.reason,
    causeStepId: row.causeStepId,
    attempts: viewAttempts(attempts),
    maxAttempts: step.maxAttempts ?? DEFAULT_MAX_ATTEMPTS,
    input: masked(row.input),
    output: masked(row.output),
    error: row.error,
    usage: row.usage,
    approval: approval
      ? viewApproval(ctx, approval, {
          agentId: rows.run.agentId,
          agentName: rows.agentName,
          tools: { granted: rows.granted, stricter: rows.stricter },
          plan: rows.plan,
          corrections: attempts.flatMap((attempt) => attempt.correction ?? []),
        })
      : null,
    childRunId: row.childRunId,
    dueAt: row.dueAt?.toISOString() ?? null,
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** Values are shown as the log keeps them; what an approval asks for is exact. */
function masked(value: Json | null): Json | null {
  return value === null ? null : maskSecrets(value);
}

/** Tries in their order. Of the many looks of a check, and of a try that paused and went on, the last is shown. */
function viewAttempts(rows: RunRows["attempts"]): AttemptView[] {
  return rows
    .filter((row, index) => row.status !== "paused" || rows[index + 1]?.attempt !== row.attempt)
    .map((row) => ({
      attempt: row.attempt,
      status: row.status,
      input: row.input,
      output: row.output,
      error: row.error,
      correction: row.correction,
      usage: row.usage,
      worker: row.worker,
      startedAt: row.startedAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    }));
}
