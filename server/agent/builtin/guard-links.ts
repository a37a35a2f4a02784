import type { Decision } from "./decide.ts";
import { changedBy, editsIn, saying } from "./guard-edits.ts";
import { type ListedPlan, nameOf, refOf } from "./listed-plan.ts";
import { planAfter } from "./rehearse.ts";
import type { Edit } from "./understanding.ts";

/** Refuses a change of a step that the same message removes, and a claim that the plan would not bear out. */
export function withLinksThatHold(decision: Decision, plan: ListedPlan): Decision {
  const list = editsIn(decision);
  const removed = plan.steps.filter((step) =>
    list.some((edit) => edit.op === "remove_step" && edit["step"] === refOf(step, plan)),
  );
  for (const edit of list) {
    const lost = removed.find((step) => changes(edit, refOf(step, plan)) || awaits(edit, refOf(step, plan)));
    if (!lost) continue;
    const [other] = changedBy(edit, plan).filter((step) => step !== lost);
    const wish = other ? `${nameOf(other)} cannot wait for it` : "it cannot be changed as well";
    return saying(
      `That is not possible: your message removes ${nameOf(lost)}, so ${wish}. Nothing was changed.`,
    );
  }
  const broken = brokenClaim(decision.said ?? [], list, plan);
  return broken === null ? decision : saying(broken);
}

function changes(edit: Edit, ref: string | number): boolean {
  return edit.op !== "remove_step" && edit.op === "update_step" && edit["step"] === ref;
}

function awaits(edit: Edit, ref: string | number): boolean {
  const isLink = edit.op === "add_dependency" || edit.op === "set_dependencies";
  return isLink && (edit["step"] === ref || [edit["dependsOn"]].flat().includes(ref));
}

const CLAIM = /\bstep (\d+) "[^"]*" (?:now )?waits for ((?:(?:, and |, | and )?step \d+ "[^"]*")+)/gi;

// "Step 4 waits for step 3" must be so in the plan that the edits make.
function brokenClaim(said: readonly string[], list: readonly Edit[], plan: ListedPlan): string | null {
  const isOther =
    list.length === 0 || list.some(({ op }) => op === "restore_revision" || op === "restore_step");
  const after = isOther ? null : planAfter(list, plan);
  if (after === null) return null;
  for (const [, number, names = ""] of said.join("; ").matchAll(CLAIM)) {
    const waiting = plan.steps[Number(number) - 1];
    const now = after.steps.find(({ id }) => id !== null && id === waiting?.id);
    if (!waiting || waiting.id === null) continue;
    for (const named of names.matchAll(/\bstep (\d+) "/gi)) {
      const awaited = plan.steps[Number(named[1]) - 1];
      const place = after.steps.find(({ id }) => id === awaited?.id)?.number;
      if (!awaited || (now && place !== undefined && now.dependsOn.includes(place))) continue;
      return `That is not possible: after this change ${nameOf(waiting)} would not wait for ${nameOf(awaited)}. Nothing was changed.`;
    }
  }
  return null;
}
