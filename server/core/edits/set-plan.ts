import type { EditOf } from "#server/core/edit-schema.ts";
import { type Budget, budgetSchema, type Plan } from "#server/core/plan.ts";
import { type Draft, quoted, refuse } from "./draft.ts";
import { aboveZero, type NumberRule, wholeNumberFrom } from "./number-rule.ts";
import { refuseBadObjective, refuseBadTitle } from "./text-rules.ts";

type PlanChange = EditOf<"set_plan">["changes"][number];
type BudgetChange = Extract<PlanChange, { field: "budget" }>;

// A limit of 0 lets no run do anything, but a run can do without approvals.
const LIMITS: Readonly<Record<keyof Budget, NumberRule>> = {
  toolCalls: wholeNumberFrom(1),
  tokens: wholeNumberFrom(1),
  costUsd: aboveZero,
  wallSeconds: wholeNumberFrom(1),
  approvals: wholeNumberFrom(0),
};

export function setPlan(draft: Draft, edit: EditOf<"set_plan">): void {
  for (const change of edit.changes) draft.plan = changed(draft, change);
  const { title, objective } = draft.plan;
  if (title !== draft.before.title) refuseBadTitle(draft, title);
  if (objective !== draft.before.objective) refuseBadObjective(draft, objective);
}

function changed(draft: Draft, change: PlanChange): Plan {
  switch (change.field) {
    case "title":
    case "objective":
    case "completionCriteria":
    case "assumptions":
    case "tags":
      return { ...draft.plan, [change.field]: change.value };
    case "budget":
      return withBudget(draft, change);
    default:
      refuse(
        draft,
        "unknown_field",
        `${quoted(fieldName(change))} is not a field of the plan that can be changed.`,
      );
      return draft.plan;
  }
}

function fieldName(change: { field: unknown }): string {
  return String(change.field);
}

function withBudget(draft: Draft, change: BudgetChange): Plan {
  const { budget: _old, ...plan } = draft.plan;
  const budget: Budget = {};
  for (const name of budgetSchema.keyof().options) {
    const limit = change[name];
    if (limit === null) continue;
    budget[name] = limit;
    const { says, fits } = LIMITS[name];
    if (fits(limit)) continue;
    refuse(
      draft,
      "budget_range",
      `The budget's ${name} cannot be ${limit}. Set it to ${says}, or to null for no limit.`,
    );
  }
  return Object.keys(budget).length === 0 ? plan : { ...plan, budget };
}
