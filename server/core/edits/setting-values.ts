import type { Change, Setting } from "#server/core/edit-schema-settings.ts";
import type { Json } from "#server/core/json.ts";
import { parseJson } from "#server/core/parse-json.ts";
import type { Step } from "#server/core/plan.ts";
import { type Draft, lowered, nameOfSlot, quoted, refuse, type Slot } from "./draft.ts";
import { findStep } from "./find-step.ts";
import { aboveZero, type NumberRule, wholeNumberFrom, zeroOrMore } from "./number-rule.ts";

/** Where a value goes: what a refusal of it names, and the approval that the step has so far. */
type Target = { draft: Draft; slot: Slot; approval: Step["approval"] };

/** Fields of a step; undefined clears one. */
type Fields = { [Field in keyof Step]?: Step[Field] | undefined };
type SettingOf<Field extends Setting["field"]> = Extract<Setting, { field: Field }>;

const attempt = { retries: wholeNumberFrom(0, 9), timeoutSeconds: wholeNumberFrom(1, 86_400) };

/** What a change makes of the fields of a step. A value that it cannot have refuses the draft. */
export function fieldsOf(target: Target, change: Change | Setting): Fields {
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
      return { input: json(target, "input", change.value) };
    case "outputSchema":
      return { outputSchema: schemaObject(target, change.value) };
    case "retries":
      judge(target, change.field, change.value, attempt.retries);
      return { maxAttempts: change.value + 1 };
    case "timeoutSeconds":
      judge(target, change.field, change.value, attempt.timeoutSeconds);
      return { timeoutSeconds: change.value };
    case "usesRunInput":
      return { usesRunInput: change.value ? true : undefined };
    case "onError":
      return { onError: change.value === "skip_dependents" ? undefined : change.value };
    case "verifies":
      return { verifies: change.value === null ? undefined : findStep(target.draft, change.value)?.step.id };
    case "approval":
      return { approval: approvalOf(target, change) };
    case "check":
      return { check: checkOf(target, change) };
    case "wait":
      return { wait: waitOf(target, change) };
    case "precondition":
      return { precondition: preconditionOf(target, change) };
    default:
      refuse(
        target.draft,
        "unknown_field",
        `${quoted(fieldName(change))} is not a field that can be changed.`,
      );
      return {};
  }
}

function fieldName(change: { field: unknown }): string {
  return String(change.field);
}

function refuseValue({ draft, slot }: Target, field: string, says: string): undefined {
  refuse(draft, "bad_value", `${field} of ${lowered(nameOfSlot(draft, slot))} ${says}`, slot);
}

function judge(target: Target, field: string, value: number, rule: NumberRule): void {
  if (!rule.fits(value)) refuseValue(target, field, `must be ${rule.says}, not ${value}.`);
}

function json({ draft, slot }: Target, field: string, text: string | null): Json | undefined {
  if (text === null) return undefined;
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  const name = lowered(nameOfSlot(draft, slot));
  refuse(draft, "bad_json", `${field} of ${name} is not valid JSON: ${parsed.error.message}`, slot);
  return undefined;
}

function schemaObject(target: Target, text: string | null): Step["outputSchema"] {
  const value = json(target, "outputSchema", text);
  if (value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value)))
    return value;
  return refuseValue(target, "outputSchema", 'must be a JSON Schema object, such as {"type":"object"}.');
}

function approvalOf(target: Target, change: SettingOf<"approval">): Step["approval"] {
  if (!change.required) return undefined;
  const { reason, expiresAfterHours, approvers } = change;
  if (expiresAfterHours !== null) judge(target, "approval.expiresAfterHours", expiresAfterHours, aboveZero);
  if (approvers !== null) judge(target, "approval.approvers", approvers, wholeNumberFrom(1));
  return {
    ...target.approval,
    ...(reason !== null && { reason }),
    ...(expiresAfterHours !== null && { expiresAfterHours }),
    ...(approvers !== null && { approvers }),
  };
}

function checkOf(target: Target, { field: _field, ...check }: SettingOf<"check">): Step["check"] {
  judge(target, "check.everySeconds", check.everySeconds, wholeNumberFrom(1));
  judge(target, "check.withinSeconds", check.withinSeconds, wholeNumberFrom(1));
  return check;
}

function waitOf(target: Target, { seconds, until }: SettingOf<"wait">): Step["wait"] {
  if (seconds !== null && until === null) {
    judge(target, "wait.seconds", seconds, zeroOrMore);
    return { seconds };
  }
  if (until !== null && seconds === null) return { until };
  return refuseValue(target, "wait", "takes either seconds or until, exactly one of them.");
}

function preconditionOf(target: Target, change: SettingOf<"precondition">): Step["precondition"] {
  const { tool, path, op, value } = change;
  if (tool === null) return undefined;
  if (op === null) return refuseValue(target, "precondition", 'needs an op to compare with, such as "==".');
  const input = json(target, "precondition.input", change.input);
  return { tool, ...(input !== undefined && { input }), path: path ?? "", op, value };
}
