import type { Json, JsonObject } from "#server/core/json.ts";
import { type Budget, budgetSchema, type Issue, type Plan, stepName } from "#server/core/plan.ts";
import { linkSteps } from "./link-steps.ts";
import { fieldsOf, isObject, textOf, textsOf } from "./loose-fields.ts";
import { looseStep } from "./loose-step.ts";

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
  const title = textOf(fields.take("title", "name"));
  const objective = textOf(fields.take("objective", "goal", "description", "summary"));
  const completionCriteria = textOf(fields.take("completionCriteria", "successCriteria", "doneWhen")) ?? "";
  const budget = budgetOf(fields.take("budget", "limits"));
  const assumptions = listOf(fields.take("assumptions"));
  const tags = listOf(fields.take("tags", "labels"));

  const loose = steps.map((step, index) => looseStep(step, index + 1));
  const linked = linkSteps(loose);
  const draft: Plan = {
    title: title ?? (objective?.trim().split("\n")[0]?.slice(0, 120) || "Imported plan"),
    objective: objective ?? title ?? "Imported plan",
    steps: linked.steps,
    assumptions,
    completionCriteria,
    ...(budget && { budget }),
    tags,
  };
  const ignored = loose.flatMap((step, index) =>
    ignoredIssue(step.ignored, linked.steps[index]?.id, index + 1, step.title),
  );
  return { plan: draft, issues: [...ignoredIssue(fields.left()), ...linked.issues, ...ignored] };
}

/** A list stays as it is; one text is a list of one. */
function listOf(value: Json | undefined): string[] {
  return typeof value === "string" ? [value] : textsOf(value);
}

function budgetOf(value: Json | undefined): Budget | undefined {
  if (!isObject(value)) return undefined;
  const known = Object.keys(budgetSchema.shape);
  const parsed = budgetSchema.safeParse(
    Object.fromEntries(Object.entries(value).filter(([key]) => known.includes(key))),
  );
  return parsed.success ? parsed.data : undefined;
}

function ignoredIssue(names: readonly string[], stepId?: string, stepNumber?: number, title = ""): Issue[] {
  if (names.length === 0) return [];
  const list = names.map((name) => `"${name}"`).join(", ");
  const owner = stepNumber === undefined ? "The plan" : stepName(stepNumber, title);
  const message = `${owner} came with ${list}, which ${stepNumber === undefined ? "plans do" : "a step does"} not have or not with that value. It was left out.`;
  return [
    {
      severity: "warning",
      code: "ignored_field",
      ...(stepId !== undefined && { stepId }),
      ...(stepNumber !== undefined && { stepNumber }),
      message,
    },
  ];
}
