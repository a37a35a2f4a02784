import { firstCharacters } from "#server/core/characters.ts";
import { isObject } from "#server/core/json.ts";
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

function budgetOf(fields: Fields): Budget | undefined {
  const value = fields.take("budget", "limits");
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    fields.refuse(BUDGET_TAKES, "budget", "limits");
    return undefined;
  }
  const inner = fieldsOf(value);
  const limits: Record<string, unknown> = {};
  for (const name of budgetSchema.keyof().options) {
    const limit = inner.take(name);
    const parsed = budgetSchema.shape[name].safeParse(limit);
    if (parsed.success && limit !== undefined) limits[name] = parsed.data;
    if (!parsed.success) inner.refuse(LIMITS_TAKE[name], name);
  }
  const left = inner.left();
  fields.refuseInside(left, "budget", "limits");
  return left.length > 0 && Object.keys(limits).length === 0 ? undefined : budgetSchema.parse(limits);
}
