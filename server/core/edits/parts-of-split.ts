import type { EditOf, PlanEdit } from "#server/core/edit-schema.ts";
import type { Change, Setting } from "#server/core/edit-schema-settings.ts";
import { itemAt } from "#server/core/item-at.ts";
import type { Step } from "#server/core/plan.ts";
import type { Draft, Slot } from "./draft.ts";

/** A part and all that is changed of it, by the split itself and by the edits behind it. */
type SplitPart = { id: string; changes: readonly (Change | Setting)[] };

const CALL = ["kind", "tool", "agent"] as const satisfies readonly (keyof Step)[];

export function partsOf(
  { numbers }: Draft,
  slot: Slot,
  { parts }: EditOf<"split_step">,
  later: readonly PlanEdit[],
): SplitPart[] {
  return parts.map(({ id: given, settings }, index) => {
    const id = index === 0 ? slot.step.id : given;
    const isNamed = (step: string | number) => step === id || (index === 0 && step === numbers.get(slot));
    const others = later.flatMap((edit) =>
      edit.op === "update_step" && isNamed(edit.step) ? edit.changes : [],
    );
    return { id, changes: [...settings, ...others] };
  });
}

/**
 * The part that gives what the whole step gave: of a step with a call the last part that still has it, else
 * the last part. In a chain, what reads the output of the whole step or confirms it goes there, everywhere
 * in its reader; a reader of the status alone goes to the last part, which is done when all are.
 */
export function heirOf(whole: Step, parts: readonly SplitPart[]): string {
  const last = itemAt(parts, parts.length - 1);
  if (whole.tool === undefined && whole.agent === undefined) return last.id;
  return (parts.findLast(({ changes }) => keepsCall(whole, changes)) ?? last).id;
}

function keepsCall(whole: Step, changes: SplitPart["changes"]): boolean {
  const values = new Map(changes.map((change) => [change.field, "value" in change ? change.value : null]));
  return CALL.every((field) => !values.has(field) || (values.get(field) ?? undefined) === whole[field]);
}

/** What every part of a split step does alike, which the person may want once. */
export function copiesOf(whole: Step, parts: readonly SplitPart[]): string[] {
  const asks = parts.every(({ changes }) => changes.findLast(isApproval)?.required !== false);
  const looks = parts.every(({ changes }) => changes.findLast(isPrecondition)?.tool !== null);
  return [
    ...(whole.approval && asks ? ["Each part asks for approval."] : []),
    ...(whole.precondition && looks ? ["Each part checks the precondition first."] : []),
  ];
}

function isApproval(change: Change | Setting): change is Extract<Setting, { field: "approval" }> {
  return change.field === "approval";
}

function isPrecondition(change: Change | Setting): change is Extract<Setting, { field: "precondition" }> {
  return change.field === "precondition";
}
