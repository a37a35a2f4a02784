import type { Json } from "#server/core/json.ts";
import { approvalRuleSchema, DEFAULT_MAX_ATTEMPTS, DEFAULT_TIMEOUT_SECONDS } from "#server/core/plan.ts";
import type { PlanDiff } from "#server/core/plan-diff.ts";
import { approvalRuleText } from "./approvals/approval-rule-text.ts";

export type Mark = "added" | "changed" | "removed";
export type DiffRow = { key: string; mark: Mark; number: number | null; title: string; detail: string };
type FieldChange = PlanDiff["plan"][number];
export type DiffCounts = Record<Mark, number>;

const FIELD_NAMES: Record<string, string> = {
  dependsOn: "dependencies",
  expectedOutput: "expected output",
  outputSchema: "output schema",
  usesRunInput: "run input",
  if: "condition",
  onError: "on error",
  maxAttempts: "attempts",
  timeoutSeconds: "timeout",
  completionCriteria: "completion criteria",
  input: "input",
};

/** What holds when a step does not say. */
const DEFAULTS: Record<string, Json> = {
  maxAttempts: DEFAULT_MAX_ATTEMPTS,
  timeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
  onError: "skip_dependents",
};

function fieldName(field: string): string {
  return FIELD_NAMES[field] ?? field;
}

/** Every step that differs: changed and moved in plan order, then added, then removed. */
export function diffRows(diff: PlanDiff): DiffRow[] {
  const numbers = stepNumbers(diff);
  const changedIds = new Set(diff.changed.map((step) => step.stepId));
  // The first plan sets every field; saying so would hide its steps.
  const isFirst = diff.plan.some((change) => change.field === "title" && change.before === null);
  const plan = (isFirst ? [] : diff.plan).map((change) => ({
    key: `plan.${change.field}`,
    mark: "changed" as const,
    number: null,
    title: `Plan ${fieldName(change.field)}`,
    detail: shortValue(change.after),
  }));
  const changed = diff.changed.map((step) => ({
    key: step.stepId,
    mark: "changed" as const,
    number: step.after,
    title: step.title,
    detail: changeDetail(step.fields, numbers),
  }));
  const moved = diff.moved
    .filter((step) => !changedIds.has(step.stepId))
    .map((step) => ({
      key: step.stepId,
      mark: "changed" as const,
      number: step.after,
      title: step.title,
      detail: step.before === null ? "moved" : `was ${step.before}`,
    }));
  const added = diff.added.map((step) => ({
    key: step.stepId,
    mark: "added" as const,
    number: step.after,
    title: step.title,
    detail: "",
  }));
  const removed = diff.removed.map((step) => ({
    key: step.stepId,
    mark: "removed" as const,
    number: step.before,
    title: step.title,
    detail: "",
  }));
  const byNumber = (a: DiffRow, b: DiffRow) => (a.number ?? 0) - (b.number ?? 0);
  return [...plan, ...[...changed, ...moved].sort(byNumber), ...added, ...removed];
}

/** The numbers of the steps that the diff speaks of: the new ones, for removed steps the old ones. */
function stepNumbers(diff: PlanDiff): Map<string, number> {
  const steps = [...diff.removed, ...diff.added, ...diff.moved, ...diff.changed, ...(diff.linked ?? [])];
  return new Map(
    steps.flatMap((step) => {
      const number = step.after ?? step.before;
      return number === null ? [] : [[step.stepId, number] as const];
    }),
  );
}

/** One changed field with both values, more than one by name. */
function changeDetail(fields: readonly FieldChange[], numbers: ReadonlyMap<string, number>): string {
  const [first, ...others] = fields;
  if (!first) return "";
  if (others.length > 0) return fields.map((change) => fieldName(change.field)).join(", ");
  if (first.field === "dependsOn") return listDetail(first, numbers);
  if (first.field === "title") return "title";
  if (first.field === "approval") return approvalDetail(first);
  const after = first.after ?? DEFAULTS[first.field] ?? null;
  if (after === null) return `no ${fieldName(first.field)}`;
  if (typeof after === "object") return fieldName(first.field);
  if (first.before === null) return `${fieldName(first.field)}: ${shortValue(after)}`;
  if (first.after === null)
    return `${fieldName(first.field)}: ${shortValue(first.before)} → ${shortValue(after)}`;
  const values = `${shortValue(first.before)} → ${shortValue(after)}`;
  return values.length <= 36 ? values : fieldName(first.field);
}

function approvalDetail({ after }: FieldChange): string {
  if (after === null) return "No longer asks first";
  const rule = approvalRuleSchema.safeParse(after);
  return rule.success ? shortValue(approvalRuleText(rule.data)) : "approval";
}

function listDetail({ before, after }: FieldChange, numbers: ReadonlyMap<string, number>): string {
  const old = idsOf(before);
  const now = idsOf(after);
  const name = (id: string) => numbers.get(id) ?? `“${id.replace(/[-_]+/g, " ")}”`;
  const plus = now.filter((id) => !old.includes(id)).map((id) => `+${name(id)}`);
  const minus = old.filter((id) => !now.includes(id)).map((id) => `−${name(id)}`);
  return `after ${[...plus, ...minus].join(" ")}`;
}

function idsOf(value: Json | null): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}

function shortValue(value: Json | null): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= 48 ? text : `${text.slice(0, 47)}…`;
}

export function diffCounts(diff: PlanDiff): DiffCounts {
  const rows = diffRows(diff);
  const count = (mark: Mark) => rows.filter((row) => row.mark === mark).length;
  return { added: count("added"), changed: count("changed"), removed: count("removed") };
}

/** `2 added, 1 changed`, or `no steps changed`. */
export function countsText(counts: DiffCounts): string {
  const words = (["added", "changed", "removed"] as const)
    .filter((mark) => counts[mark] > 0)
    .map((mark) => `${counts[mark]} ${mark}`);
  return words.join(", ") || "no steps changed";
}
