import type { Json } from "#server/core/json.ts";
import type { ListedPlan } from "./listed-plan.ts";
import type { Edit } from "./understanding.ts";

type Change = { [field: string]: Json };

/** Several changes of the budget as one: each was read on the budget as it is, so what differs from it is meant. */
export function limitsJoined(list: Edit[], { head = {} }: ListedPlan): Edit[] {
  const changes = list.map(budgetOf).filter((change) => change !== null);
  const [first, another] = changes;
  if (!first || !another) return list;
  const now = new Map<string, Json>(Object.entries(head.budget ?? {}));
  const joined: Change = { ...first };
  for (const change of changes)
    for (const [name, limit] of Object.entries(change))
      if (name !== "field" && limit !== (now.get(name) ?? null)) joined[name] = limit;
  const others = list.filter((edit) => budgetOf(edit) === null);
  return [...others, { op: "set_plan", changes: [joined] }];
}

function budgetOf({ op, changes }: Edit): Change | null {
  const [change] = op === "set_plan" && Array.isArray(changes) ? changes : [];
  const isBudget =
    typeof change === "object" && change !== null && !Array.isArray(change) && change["field"] === "budget";
  return isBudget ? change : null;
}
