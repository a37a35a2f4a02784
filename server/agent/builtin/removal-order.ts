import { type ListedPlan, refOf } from "./listed-plan.ts";
import type { Edit } from "./understanding.ts";

/** Edits in which a check goes before the step that it verifies: of both nothing is left that would lose it. */
export function checksRemovedFirst(edits: readonly Edit[], plan: ListedPlan): Edit[] {
  const checks = new Set(plan.steps.filter((step) => step.kind === "check").map((step) => refOf(step, plan)));
  const isEarly = ({ op, step }: Edit) =>
    op === "remove_step" && (typeof step === "string" || typeof step === "number") && checks.has(step);
  const first = edits.findIndex((edit) => edit.op === "remove_step");
  return [
    ...edits.slice(0, Math.max(first, 0)),
    ...edits.filter((edit, index) => index >= first && isEarly(edit)),
    ...edits.filter((edit, index) => index >= Math.max(first, 0) && !isEarly(edit)),
  ];
}
