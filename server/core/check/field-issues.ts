import { characterCount, isLonger, shortened } from "#server/core/characters.ts";
import { FIELDS_OF_KIND, KIND_FIELDS } from "#server/core/kind-fields.ts";
import { parsePath } from "#server/core/path.ts";
import {
  type Budget,
  type Issue,
  MAX_OBJECTIVE_LENGTH,
  MAX_TITLE_LENGTH,
  type Plan,
  STEP_ID_PATTERN,
  type Step,
} from "#server/core/plan.ts";
import { findReferences } from "#server/core/references.ts";
import { type Placed, stepError } from "./step-issue.ts";

/** The plan's own texts and limits. */
export function planFieldIssues({ title, objective, budget }: Plan): Issue[] {
  const issues: Issue[] = [];
  for (const [field, code, text, most] of [
    ["title", "bad_title", title, MAX_TITLE_LENGTH],
    ["objective", "bad_objective", objective, MAX_OBJECTIVE_LENGTH],
  ] as const) {
    const isEmpty = text.trim() === "";
    if (!isEmpty && !isLonger(text, most)) continue;
    const message = isEmpty
      ? `The plan has no ${field}. Give it one of 1 to ${most} characters.`
      : `The plan's ${field} has ${characterCount(text)} characters; at most ${most} fit. Shorten it.`;
    issues.push({ severity: "error", code, path: field, message });
  }
  return [...issues, ...budgetIssues(budget ?? {})];
}

function budgetIssues(budget: Budget): Issue[] {
  return Object.entries(budget)
    .filter(([name, limit]) => !Number.isFinite(limit) || limit < 0 || (limit === 0 && name !== "approvals"))
    .map(([name, limit]) => ({
      severity: "error",
      code: "budget_range",
      path: `budget.${name}`,
      message: `The budget's ${name} is ${limit}, with which no run can do anything. Set it above 0, or leave it out for no limit.`,
    }));
}

/** Title, id and exactly the fields that the step's kind needs. */
export function fieldIssues(placed: Placed): Issue[] {
  const { step, number } = placed;
  const issues: Issue[] = [];
  if (step.title.trim() === "") {
    issues.push({
      ...stepError(placed, "bad_title", "", "title"),
      message: `Step ${number} (id "${shortened(step.id)}") has no title. Give it one of 1 to ${MAX_TITLE_LENGTH} characters.`,
    });
  } else if (isLonger(step.title, MAX_TITLE_LENGTH)) {
    const says = `has a title of ${characterCount(step.title)} characters; at most ${MAX_TITLE_LENGTH} fit.`;
    issues.push(stepError(placed, "bad_title", says, "title"));
  }
  if (!STEP_ID_PATTERN.test(step.id)) {
    const says = `has the id "${shortened(step.id)}". An id has letters, digits, - and _, at most 64, beginning with a letter or digit.`;
    issues.push(stepError(placed, "bad_id", says, "id"));
  }

  for (const field of neededFields(step)) {
    if (step[field] !== undefined) continue;
    issues.push(
      stepError(
        placed,
        "kind_fields",
        `is a ${step.kind} step without "${field}". ${REMEDY[field] ?? ""}`,
        field,
      ),
    );
  }
  for (const field of KIND_FIELDS) {
    if (step[field] === undefined || FIELDS_OF_KIND[step.kind].includes(field)) continue;
    const says = `is a ${step.kind} step and has "${field}", which such a step does not take. Remove it or change the kind.`;
    issues.push(stepError(placed, "kind_fields", says, field));
  }
  return [...issues, ...malformedFields(placed)];
}

const REMEDY: { [Field in keyof Step]?: string } = {
  tool: "Name exactly one tool.",
  agent: "Name the agent that it runs.",
  check: "Say where to look, what to compare with, how often and for how long.",
  wait: "Say for how many seconds, or until when.",
};

function neededFields({ kind }: Step): (keyof Step)[] {
  if (kind === "reasoning") return [];
  return kind === "check" ? ["tool", "check"] : [kind];
}

function malformedFields(placed: Placed): Issue[] {
  const { check, precondition, wait } = placed.step;
  const issues: Issue[] = [];
  for (const [field, path] of [
    ["check", check?.path],
    ["precondition", precondition?.path],
  ] as const) {
    if (path === undefined || parsePath(path.trim()) !== null) continue;
    const says = `looks at "${shortened(path)}" in its ${field}, which is no path. Write one such as items[0].title.`;
    issues.push(stepError(placed, "kind_fields", says, `${field}.path`));
  }
  if (
    wait &&
    "until" in wait &&
    findReferences(wait.until).length === 0 &&
    Number.isNaN(Date.parse(wait.until))
  ) {
    const says = `waits until "${shortened(wait.until)}", which is no time. Write one such as 2030-01-31T09:00:00Z.`;
    issues.push(stepError(placed, "kind_fields", says, "wait.until"));
  }
  return issues;
}
