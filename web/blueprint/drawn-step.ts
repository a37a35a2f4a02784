import type { Plan, Step, StepKind } from "#server/core/plan.ts";
import type { PlanDiff } from "#server/core/plan-diff.ts";
import { type DiffRow, diffRows, type Mark } from "#web/diff-words.ts";
import type { StateWords } from "#web/step-state.ts";

/** A step as the graph and the timeline show it. */
export type DrawnStep = {
  /** Unique in a drawing, even when a broken draft has two steps with one id. */
  id: string;
  stepId: string;
  number: number;
  title: string;
  kind: StepKind;
  detail: string;
  needsApproval: boolean;
  dependsOn: string[];
  /** Numbers of the steps it waits for, in plan order. */
  after: number[];
  mark: Mark | null;
  note: string;
  state: StateWords | null;
};

/** The steps of a plan; with a diff, marked by it, and with the steps that it removed. */
export function drawSteps(plan: Plan, change?: { diff: PlanDiff; previous: Plan | null }): DrawnStep[] {
  const rows = new Map(change ? diffRows(change.diff).map((row) => [row.key, row]) : []);
  const drawn = draw(plan.steps, rows);
  const removed = new Set(change?.diff.removed.map((step) => step.stepId));
  const known = new Set(plan.steps.map((step) => step.id));
  const ghosts = draw(change?.previous?.steps ?? [], rows).filter(
    (step) => removed.has(step.stepId) && !known.has(step.stepId),
  );
  return [...drawn, ...ghosts];
}

function draw(steps: readonly Step[], rows: ReadonlyMap<string, DiffRow>): DrawnStep[] {
  const seen = new Map<string, number>();
  const numbers = new Map<string, number>();
  for (const [index, step] of steps.entries()) if (!numbers.has(step.id)) numbers.set(step.id, index + 1);

  return steps.map((step, index) => {
    const count = (seen.get(step.id) ?? 0) + 1;
    seen.set(step.id, count);
    const row = rows.get(step.id);
    return {
      id: count === 1 ? step.id : `${step.id}#${count}`,
      stepId: step.id,
      number: index + 1,
      title: step.title || step.id,
      kind: step.kind,
      detail: stepDetail(step),
      needsApproval: step.approval !== undefined,
      dependsOn: step.dependsOn,
      after: step.dependsOn.flatMap((id) => numbers.get(id) ?? []).sort((a, b) => a - b),
      mark: row?.mark ?? null,
      note: row?.detail ?? "",
      state: null,
    };
  });
}

/** What carries the step out, in a word or two. */
function stepDetail(step: Step): string {
  switch (step.kind) {
    case "tool":
    case "check":
      return step.tool ?? "no tool yet";
    case "agent":
      return step.agent ?? "no agent yet";
    case "wait":
      return step.wait === undefined ? "no time yet" : waitText(step.wait);
    case "reasoning":
      return "language model";
  }
}

function waitText(wait: NonNullable<Step["wait"]>): string {
  return "seconds" in wait ? `${wait.seconds} s` : `until ${wait.until}`;
}

/** What a screen reader hears after the title. */
export function stepDescription(step: DrawnStep): string {
  const parts = [
    `step ${step.number}`,
    step.detail,
    step.after.length > 0 ? `after step ${step.after.join(" and ")}` : "",
    step.needsApproval ? "needs approval" : "",
    step.state?.label ?? "",
    step.mark ? [step.mark, step.note].filter(Boolean).join(": ") : "",
  ];
  return parts.filter(Boolean).join(", ");
}
