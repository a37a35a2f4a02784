import { firstCharacters } from "#server/core/characters.ts";
import type { Json, JsonObject } from "#server/core/json.ts";
import { type Budget, budgetSchema, type Issue, MAX_TITLE_LENGTH, type Plan } from "#server/core/plan.ts";
import { BUDGET_TAKES, TEXTS_TAKE } from "./field-values.ts";
import { ignoredIssues } from "./ignored-fields.ts";
import { linkSteps } from "./link-steps.ts";
import { type Fields, fieldsOf, isObject, linesOf, textOf, textsOf } from "./loose-fields.ts";
import { looseStep, takeText } from "./loose-step.ts";

const STEP_LISTS = ["steps", "tasks", "nodes", "jobs"];

/** The object that states a plan and its steps; null when the value is no plan. */
export function planObject(value: Json): { plan: JsonObject; steps: JsonObject[] } | null {
  if (Array.isArray(value)) {
    const steps = stepObjects(value);
    const isPlan = steps !== null && steps.length > 0 && steps.every(looksLikeStep) && steps.some(hasLink);
    return isPlan ? { plan: {}, steps } : null;
  }
  if (!isObject(value)) return null;
  for (const name of STEP_LISTS) {
    const key = Object.keys(value).find((item) => item.toLowerCase() === name);
    const steps = key === undefined ? null : stepObjects(value[key]);
    if (key === undefined || !steps) continue;
    if (name !== "steps" && !steps.some(hasLink)) continue;
    const { [key]: _steps, ...plan } = value;
    return { plan, steps };
  }
  return isObject(value["plan"]) ? planObject(value["plan"]) : null;
}

function stepObjects(value: Json | undefined): JsonObject[] | null {
  if (isObject(value)) {
    const entries = Object.entries(value);
    return entries.every(([, step]) => isObject(step))
      ? entries.map(([id, step]) => ({ id, ...(isObject(step) ? step : {}) }))
      : null;
  }
  if (!Array.isArray(value)) return null;
  const steps = value.map((step) => (typeof step === "string" ? { title: step } : step));
  return steps.every(isObject) ? steps : null;
}

function looksLikeStep(step: JsonObject): boolean {
  return ["id", "title", "name"].some((key) => textOf(step[key]) !== undefined);
}

function hasLink(step: JsonObject): boolean {
  return ["dependsOn", "depends_on", "needs", "dependencies"].some((key) => key in step);
}

/** A plan in our form or a looser one as a draft, with what was left out and renamed. */
export function loosePlan({ plan, steps }: { plan: JsonObject; steps: readonly JsonObject[] }): {
  plan: Plan;
  issues: Issue[];
} {
  const fields = fieldsOf(plan);
  const title = takeText(fields, textOf, ["title", "name"]);
  const objective = takeText(fields, linesOf, ["objective", "goal", "description", "summary"]);
  const done = ["completionCriteria", "successCriteria", "doneWhen"];
  const completionCriteria = takeText(fields, linesOf, done) ?? "";
  const budget = budgetOf(fields);
  const assumptions = takeTexts(fields, "assumptions");
  const tags = takeTexts(fields, "tags", "labels");

  const loose = steps.map((step, index) => looseStep(step, index + 1));
  const linked = linkSteps(loose);
  const firstLine = firstCharacters(objective?.trim().split("\n")[0] ?? "", MAX_TITLE_LENGTH);
  const draft: Plan = {
    title: title ?? (firstLine || "Imported plan"),
    objective: objective ?? title ?? "Imported plan",
    steps: linked.steps,
    assumptions,
    completionCriteria,
    ...(budget && { budget }),
    tags,
  };
  const ignored = loose.flatMap(({ ignored: left, title: name }, index) =>
    ignoredIssues(left, { stepId: linked.steps[index]?.id, number: index + 1, title: name }),
  );
  return { plan: draft, issues: [...ignoredIssues(fields.left()), ...linked.issues, ...ignored] };
}

/** A list stays as it is; one text is a list of one. */
function takeTexts(fields: Fields, ...names: string[]): string[] {
  const value = fields.take(...names);
  if (typeof value === "string") return [value];
  const isList = Array.isArray(value) && value.every((item) => textOf(item) !== undefined);
  if (value !== undefined && !isList) fields.refuse(TEXTS_TAKE, ...names);
  return isList ? textsOf(value) : [];
}

function budgetOf(fields: Fields): Budget | undefined {
  const value = fields.take("budget", "limits");
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    fields.refuse(`an object with ${Object.keys(BUDGET_TAKES).join(", ")}`, "budget", "limits");
    return undefined;
  }
  const inner = fieldsOf(value);
  const limits: Record<string, unknown> = {};
  for (const name of budgetSchema.keyof().options) {
    const limit = inner.take(name);
    if (limit === undefined) continue;
    const parsed = budgetSchema.shape[name].safeParse(limit);
    if (parsed.success) limits[name] = parsed.data;
    else inner.refuse(BUDGET_TAKES[name], name);
  }
  const left = inner.left();
  for (const name of ["budget", "limits"]) fields.refuseInside(name, left);
  return left.length > 0 && Object.keys(limits).length === 0 ? undefined : budgetSchema.parse(limits);
}
