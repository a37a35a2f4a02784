import { diffSentences } from "#server/agent/diff-sentences.ts";
import {
  editPlanInputSchema,
  proposePlanInputSchema,
  restoreRevisionInputSchema,
} from "#server/core/edit-schema.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import { diffPlans } from "#server/core/plan-diff.ts";
import { applyEdits, buildPlan, type Edited } from "#server/core/plan-edits.ts";
import { namesRevision, type RestoreTargets, restoreTargets } from "#server/core/revision.ts";

export type Kept = {
  revision: number;
  plan: Plan;
  changeDescription: string;
  restoredFrom: number | null;
  isNamed: boolean;
};

/** What a planner's call came to: the text that it is told, and whether the plan is another one. */
export type Called = { text: string; changed: boolean; refused: boolean };

/** The revisions of a conversation, in memory: the product's own edits, without a database. */
export function keepRevisions(start: Plan | null) {
  const kept: Kept[] =
    start === null
      ? []
      : [{ revision: 1, plan: start, changeDescription: "First plan", restoredFrom: null, isNamed: false }];
  let said = "";
  const current = (): Kept | null => kept.at(-1) ?? null;

  function call(name: string, input: unknown): Called {
    const now = current();
    if (name === "propose_plan") {
      const proposal = proposePlanInputSchema.parse(input);
      if (now && now.plan.steps.length > 0 && !proposal.startOver)
        return refusal(`There is a plan already, at revision ${now.revision}. Change it with edit_plan.`);
      return keep(buildPlan(proposal), proposal.changeDescription, null);
    }
    if (!now) return refusal("There is no plan yet. Propose a first plan instead.");
    const revisions = Object.fromEntries(kept.map((item) => [item.revision, item.plan]));
    if (name === "edit_plan") {
      const { edits, baseRevision, changeDescription } = editPlanInputSchema.parse(input);
      if (baseRevision !== now.revision)
        return refusal(`The plan is at revision ${now.revision}, not ${baseRevision}.`);
      const [first, ...others] = edits;
      const restores = first?.op === "restore_revision" && others.length === 0 ? first.revision : null;
      return keep(applyEdits(now.plan, edits, { revisions }), changeDescription, restores);
    }
    if (name === "restore_revision") {
      const { revision, changeDescription } = restoreRevisionInputSchema.parse(input);
      const edited = applyEdits(now.plan, [{ op: "restore_revision", revision }], { revisions });
      return keep(edited, changeDescription, revision);
    }
    if (name === "start_over")
      return { text: "Call propose_plan now, with startOver true.", changed: false, refused: false };
    const text =
      name === "save_plan"
        ? `Saved revision ${now.revision} as version 1.`
        : `A card for the ${name} is shown. Nothing has happened yet.`;
    return { text, changed: false, refused: false };
  }

  function keep(result: Edited, changeDescription: string, restoredFrom: number | null): Called {
    if (!result.ok) return refusal(result.error.map((issue) => issue.message).join(" "));
    const { plan, notes } = result.value;
    const before = current()?.plan ?? null;
    push(plan, changeDescription, restoredFrom);
    const text = [
      `r${kept.length}: ${changeDescription}`,
      ...diffSentences(diffPlans(before, plan), { before, after: plan }),
      ...notes.map((note) => `Note: ${note}`),
      `The plan has ${plan.steps.length} steps now.`,
      "New issues: none.",
    ].join("\n");
    return { text, changed: true, refused: false };
  }

  function push(plan: Plan, changeDescription: string, restoredFrom: number | null): void {
    const isNamed = restoredFrom !== null && namesRevision(said, restoredFrom);
    kept.push({ revision: kept.length + 1, plan, changeDescription, restoredFrom, isNamed });
  }

  function restorable(): RestoreTargets {
    return restoreTargets(kept.map((item) => ({ ...item, planKey: canonicalJson(item.plan) })));
  }

  function retiredIds(): string[] {
    const now = new Set(current()?.plan.steps.map((step) => step.id));
    const ids = kept.flatMap((item) => item.plan.steps.map((step) => step.id));
    return [...new Set(ids)].filter((id) => !now.has(id));
  }

  /** The steps that are gone, the one that went last first. */
  function removed() {
    const last = new Map(
      kept.flatMap(({ revision, plan }) =>
        plan.steps.map(({ id, title }) => [id, { id, title, revision }] as const),
      ),
    );
    for (const step of current()?.plan.steps ?? []) last.delete(step.id);
    return [...last.values()].sort((a, b) => b.revision - a.revision);
  }

  /** What the message says that the next calls answer. */
  const hear = (words: string) => {
    said = words;
  };

  /** Takes back what came after a revision, as if it had never been said. */
  const cutAfter = (revision: number) => kept.splice(revision);

  return { kept, current, hear, call, push, cutAfter, restorable, retiredIds, removed };
}

function refusal(message: string): Called {
  return { text: `Refused, nothing was changed. ${message}`, changed: false, refused: true };
}
