import { firstCharacters, shortened } from "#server/core/characters.ts";
import { isObject, type Json, type JsonObject } from "#server/core/json.ts";
import { type Budget, budgetSchema, MAX_TITLE_LENGTH, type Plan } from "#server/core/plan.ts";
import { BUDGET_TAKES, LIMITS_TAKE, TEXTS_TAKE } from "./field-values.ts";
import { type Fields, fieldsOf, linesOf, textOf } from "./loose-fields.ts";
import { takeText } from "./loose-step.ts";

/** What a pasted plan says beside its steps. */
export function planFields(fields: Fields): Omit<Plan, "steps"> {
  const title = takeText(fields, textOf, ["title", "name"]);
  const objective = takeText(fields, linesOf, ["objective", "goal", "description", "summary"]);
  const done = ["completionCriteria", "successCriteria", "doneWhen"];
  const completionCriteria = takeText(fields, linesOf, done) ?? "";
  const budget = budgetOf(fields);
  return {
    title: title ?? firstLineOf(objective ?? "Imported plan"),
    objective: objective ?? title ?? "Imported plan",
    assumptions: takeTexts(fields, "assumptions"),
    completionCriteria,
    ...(budget && { budget }),
    tags: takeTexts(fields, "tags", "labels"),
  };
}

function firstLineOf(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return firstCharacters(line, MAX_TITLE_LENGTH) || "Imported plan";
}

/** A list stays as it is; one text is a list of one. */
function takeTexts(fields: Fields, ...names: string[]): string[] {
  const value = fields.take(...names);
  if (typeof value === "string") return [value];
  const texts = Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []) : [];
  const fits = Array.isArray(value) && texts.length === value.length;
  if (!fits) fields.refuse(TEXTS_TAKE, ...names);
  return fits ? texts : [];
}

const BUDGET_NAMES = ["budget", "limits"];

/** Why a plan's budget cannot be taken over: without a limit that somebody wrote, runs would go on without one. */
export function budgetProblem(plan: JsonObject): string | null {
  const value = fieldsOf(plan).take(...BUDGET_NAMES);
  if (value === undefined) return null;
  const given = (limit: Json) => shortened(JSON.stringify(limit));
  if (!isObject(value)) return `The plan's budget is ${given(value)}, but it takes ${BUDGET_TAKES}.`;
  const limits = fieldsOf(value);
  const problems = budgetSchema.keyof().options.flatMap((name) => {
    const limit = limits.take(name);
    if (limit === undefined || budgetSchema.shape[name].safeParse(limit).success) return [];
    return [`The plan's budget.${name} is ${given(limit)}, but it takes ${LIMITS_TAKE[name]}.`];
  });
  return problems.length === 0 ? null : problems.join(" ");
}

function budgetOf(fields: Fields): Budget | undefined {
  const value = fields.take(...BUDGET_NAMES);
  if (value === undefined || !isObject(value)) return undefined;
  const inner = fieldsOf(value);
  const limits: Record<string, unknown> = {};
  for (const name of budgetSchema.keyof().options) {
    const limit = inner.take(name);
    if (limit !== undefined) limits[name] = limit;
  }
  const left = inner.left();
  fields.refuseInside(left, ...BUDGET_NAMES);
  return left.length > 0 && Object.keys(limits).length === 0 ? undefined : budgetSchema.parse(limits);
}
