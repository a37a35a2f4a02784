import { characterCount, isLonger } from "#server/core/characters.ts";
import {
  type Budget,
  type Issue,
  MAX_OBJECTIVE_LENGTH,
  MAX_TITLE_LENGTH,
  type Plan,
} from "#server/core/plan.ts";
import { LONGEST_SECONDS } from "#server/core/time.ts";
import { say, titleOf } from "./sayings.ts";

/** The plan's own texts and limits. */
export function planFieldIssues({ title, objective, budget = {} }: Plan): Issue[] {
  const [fromTitle, fromObjective] = [titleOf(title), titleOf(objective)];
  const name = fromTitle || fromObjective;
  return [
    ...textIssues("title", title, name && say.renamePlan(name)),
    ...textIssues(
      "objective",
      objective,
      fromObjective ? say.shortenObjective(MAX_OBJECTIVE_LENGTH) : fromTitle && say.setObjective(fromTitle),
    ),
    ...budgetIssues(budget),
  ];
}

const TEXTS = {
  title: { code: "bad_title", most: MAX_TITLE_LENGTH },
  objective: { code: "bad_objective", most: MAX_OBJECTIVE_LENGTH },
} as const;

function textIssues(field: keyof typeof TEXTS, text: string, sentence: string): Issue[] {
  const { code, most } = TEXTS[field];
  const isEmpty = text.trim() === "";
  if (!isEmpty && !isLonger(text, most)) return [];
  const message = isEmpty
    ? `The plan has no ${field}. Give it one of 1 to ${most} characters.`
    : `The plan's ${field} has ${characterCount(text)} characters; at most ${most} fit. Shorten it.`;
  return [{ severity: "error", code, path: field, message, ...(sentence !== "" && { say: sentence }) }];
}

function budgetIssues(budget: Budget): Issue[] {
  return Object.entries(budget).flatMap(([name, limit]) => {
    const fault = limitFault(name, limit);
    if (fault === null) return [];
    const message = `The budget's ${name} is ${limit}, ${fault}, or leave it out for no limit.`;
    return [
      { severity: "error", code: "budget_range", path: `budget.${name}`, message, say: say.liftLimit(name) },
    ];
  });
}

function limitFault(name: string, limit: number): string | null {
  if (!Number.isFinite(limit) || limit < 0 || (limit === 0 && name !== "approvals"))
    return "with which no run can do anything. Set it above 0";
  if (name !== "wallSeconds" || limit <= LONGEST_SECONDS) return null;
  return `and no run lasts longer than ten years. Set it to ${LONGEST_SECONDS} or less`;
}
