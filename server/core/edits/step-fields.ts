import type { NewStep } from "#server/core/edit-schema-edits.ts";
import type { Change, Setting } from "#server/core/edit-schema-settings.ts";
import type { Json } from "#server/core/json.ts";
import { FIELDS_OF_KIND, KIND_FIELDS } from "#server/core/kind-fields.ts";
import { parseJson } from "#server/core/parse-json.ts";
import { MAX_TITLE_LENGTH, type Step, stepSchema } from "#server/core/plan.ts";
import { type Draft, refuse } from "./draft.ts";
import { findStep, idsOf, refuseBadId } from "./find-step.ts";

type Fields = { [Field in keyof Step]?: Step[Field] | undefined };

/** The step of an `add_step` or a proposal; null when the draft has been refused because of it. */
export function newStep(draft: Draft, given: NewStep): Step | null {
  const { id, title, kind, instructions, expectedOutput, settings } = given;
  refuseBadId(draft, id);
  if (given.dependsOn.includes(id)) {
    refuse(draft, "self_dependency", `The new step "${title}" cannot wait for itself.`);
  }
  if (draft.refusals.length > 0) return null;
  const dependsOn = idsOf(draft, given.dependsOn);
  return settle(draft, { id, title, kind, instructions, expectedOutput, dependsOn }, settings);
}

/** The step with the changes made and only the fields that its kind has. */
export function settle(draft: Draft, step: Step, changes: readonly (Change | Setting)[]): Step | null {
  const next: Record<string, unknown> = { ...step };
  for (const change of changes) {
    for (const [key, value] of Object.entries(fieldsOf(draft, change, step.title))) {
      if (value === undefined) delete next[key];
      else next[key] = value;
    }
  }
  if (draft.refusals.length > 0) return null;

  const title = String(next["title"]);
  if (title.trim() === "" || title.length > MAX_TITLE_LENGTH) {
    return refuse(draft, "bad_title", `The title "${title}" must have 1 to ${MAX_TITLE_LENGTH} characters.`);
  }
  const kind = stepSchema.shape.kind.safeParse(next["kind"]);
  if (!kind.success) return refuse(draft, "bad_kind", `"${String(next["kind"])}" is no kind of step.`);
  for (const key of KIND_FIELDS) if (!FIELDS_OF_KIND[kind.data].includes(key)) delete next[key];

  const parsed = stepSchema.safeParse(next);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") ?? "";
  return refuse(
    draft,
    "bad_value",
    `${field} of "${title}" cannot have that value: ${issue?.message ?? ""}.`,
  );
}

function fieldsOf(draft: Draft, change: Change | Setting, title: string): Fields {
  switch (change.field) {
    case "title":
    case "instructions":
    case "expectedOutput":
    case "kind":
      return { [change.field]: change.value };
    case "if":
    case "tool":
    case "agent":
      return { [change.field]: change.value ?? undefined };
    case "input":
      return { input: json(draft, change.value, "input", title) };
    case "outputSchema":
      return { outputSchema: schemaObject(draft, change.value, title) };
    case "retries":
      return { maxAttempts: inRange(draft, change, title, 0, 9) + 1 };
    case "timeoutSeconds":
      return { timeoutSeconds: inRange(draft, change, title, 1, 86_400) };
    case "usesRunInput":
      return { usesRunInput: change.value ? true : undefined };
    case "onError":
      return { onError: change.value === "skip_dependents" ? undefined : change.value };
    case "verifies":
      return { verifies: change.value === null ? undefined : findStep(draft, change.value)?.step.id };
    case "approval":
      return { approval: approvalOf(change) };
    case "check": {
      const { field: _field, ...check } = change;
      return { check };
    }
    case "wait":
      return { wait: waitOf(draft, change, title) };
    case "precondition":
      return { precondition: preconditionOf(draft, change, title) };
    default:
      refuse(draft, "unknown_field", `"${fieldName(change)}" is not a field that can be changed.`);
      return {};
  }
}

function fieldName(change: { field: unknown }): string {
  return String(change.field);
}

type SettingOf<Field extends Setting["field"]> = Extract<Setting, { field: Field }>;

function inRange(
  draft: Draft,
  change: { field: string; value: number },
  title: string,
  low: number,
  high: number,
): number {
  const { field, value } = change;
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  refuse(
    draft,
    "bad_value",
    `${field} of "${title}" must be a whole number from ${low} to ${high}, not ${value}.`,
  );
  return low;
}

function json(draft: Draft, text: string | null, field: string, title: string): Json | undefined {
  if (text === null) return undefined;
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  refuse(draft, "bad_json", `${field} of "${title}" is not valid JSON: ${parsed.error.message}`);
  return undefined;
}

function schemaObject(draft: Draft, text: string | null, title: string): Step["outputSchema"] {
  const value = json(draft, text, "outputSchema", title);
  if (value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value)))
    return value;
  refuse(draft, "bad_value", `outputSchema of "${title}" must be a JSON Schema object.`);
  return undefined;
}

function approvalOf(change: SettingOf<"approval">): Step["approval"] {
  if (!change.required) return undefined;
  const { reason, expiresAfterHours, approvers } = change;
  return {
    ...(reason !== null && { reason }),
    ...(expiresAfterHours !== null && { expiresAfterHours }),
    ...(approvers !== null && { approvers }),
  };
}

function waitOf(draft: Draft, change: SettingOf<"wait">, title: string): Step["wait"] {
  const { seconds, until } = change;
  if (seconds !== null && until === null) return { seconds };
  if (until !== null && seconds === null) return { until };
  refuse(draft, "bad_value", `wait of "${title}" takes either seconds or until, exactly one of them.`);
  return undefined;
}

function preconditionOf(
  draft: Draft,
  change: SettingOf<"precondition">,
  title: string,
): Step["precondition"] {
  const { tool, path, op, value } = change;
  if (tool === null) return undefined;
  if (op === null) {
    refuse(draft, "bad_value", `precondition of "${title}" needs an op to compare with.`);
    return undefined;
  }
  const input = json(draft, change.input, "precondition.input", title);
  return { tool, ...(input !== undefined && { input }), path: path ?? "", op, value };
}
