import type { EditOf } from "#server/core/edit-schema.ts";
import { budgetSchema, MAX_OBJECTIVE_LENGTH, MAX_TITLE_LENGTH, type Plan } from "#server/core/plan.ts";
import { type Draft, refuse } from "./draft.ts";

export function setPlan(draft: Draft, edit: EditOf<"set_plan">): void {
  for (const change of edit.changes) {
    const fields = fieldsOf(draft, change);
    draft.plan = { ...draft.plan, ...fields };
    if (fields.budget === undefined && "budget" in fields) delete draft.plan.budget;
  }
  refuseBadTexts(draft, draft.plan);
}

export function refuseBadTexts(draft: Draft, { title, objective }: Pick<Plan, "title" | "objective">): void {
  if (title !== draft.before.title && (title.trim() === "" || title.length > MAX_TITLE_LENGTH)) {
    refuse(draft, "bad_title", `The title "${title}" must have 1 to ${MAX_TITLE_LENGTH} characters.`);
  }
  if (
    objective !== draft.before.objective &&
    (objective.trim() === "" || objective.length > MAX_OBJECTIVE_LENGTH)
  ) {
    refuse(draft, "bad_objective", `The objective must have 1 to ${MAX_OBJECTIVE_LENGTH} characters.`);
  }
}

type Fields = Partial<Omit<Plan, "budget">> & { budget?: Plan["budget"] | undefined };

function fieldsOf(draft: Draft, change: EditOf<"set_plan">["changes"][number]): Fields {
  switch (change.field) {
    case "title":
    case "objective":
    case "completionCriteria":
    case "assumptions":
    case "tags":
      return { [change.field]: change.value };
    case "budget": {
      const { field: _field, ...limits } = change;
      const given = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== null));
      if (Object.keys(given).length === 0) return { budget: undefined };
      const budget = budgetSchema.safeParse(given);
      if (budget.success) return { budget: budget.data };
      refuse(
        draft,
        "budget_range",
        `The budget cannot have ${String(budget.error.issues[0]?.path[0])} below 0 or in fractions.`,
      );
      return {};
    }
    default:
      refuse(
        draft,
        "unknown_field",
        `"${fieldName(change)}" is not a field of the plan that can be changed.`,
      );
      return {};
  }
}

function fieldName(change: { field: unknown }): string {
  return String(change.field);
}
