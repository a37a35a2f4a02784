import type { PlanEdit, ProposePlanInput } from "./edit-schema.ts";
import { applyEdit } from "./edits/apply-edit.ts";
import { openDraft, refuse } from "./edits/draft.ts";
import { refuseTakenId } from "./edits/find-step.ts";
import { finishEdits, finishProposal } from "./edits/finish-draft.ts";
import { refuseBadTexts } from "./edits/set-plan.ts";
import { newStep } from "./edits/step-fields.ts";
import { canonicalJson } from "./json.ts";
import type { Issue, Plan } from "./plan.ts";
import { err, ok, type Result } from "./result.ts";

/** `notes` are what the edits brought along or left out, in words. */
export type Edited = Result<{ plan: Plan; notes: string[] }, Issue[]>;

export type EditHistory = {
  revisions?: Readonly<Record<number, Plan>>;
  /** Ids that the agent has used at any time, beside those of `revisions`. */
  usedIds?: ReadonlySet<string>;
};

/**
 * The plan after all of the edits, or why none of them was applied. Steps that no edit names stay the
 * same objects. Graph errors are judged on the end, so edits may pass through a state that would be wrong.
 */
export function applyEdits(plan: Plan, edits: readonly PlanEdit[], history: EditHistory = {}): Edited {
  const { revisions = {}, usedIds = new Set<string>() } = history;
  const draft = openDraft(startOf(plan, edits, revisions), { revisions, usedIds });
  if (edits.length === 0) refuse(draft, "no_edits", "The list of edits is empty.");

  const [first, ...others] = edits;
  if (first?.op === "restore_revision" && !Object.hasOwn(revisions, first.revision)) {
    refuse(draft, "missing_revision", `There is no revision ${first.revision}.`);
  }
  for (const edit of first?.op === "restore_revision" ? others : edits) {
    if (draft.refusals.length > 0) break;
    applyEdit(draft, edit);
  }
  if (draft.refusals.length > 0) return err(draft.refusals);

  const after = finishEdits(draft);
  if (draft.refusals.length > 0) return err(draft.refusals);
  if (after === plan || canonicalJson(after) === canonicalJson(plan)) {
    refuse(draft, "no_change", ["These edits change nothing.", ...draft.notes].join(" "));
    return err(draft.refusals);
  }
  return ok({ plan: after, notes: draft.notes });
}

function startOf(plan: Plan, edits: readonly PlanEdit[], revisions: Readonly<Record<number, Plan>>): Plan {
  const [first] = edits;
  if (first?.op !== "restore_revision" || !Object.hasOwn(revisions, first.revision)) return plan;
  return revisions[first.revision] ?? plan;
}

type Proposal = Pick<ProposePlanInput, "title" | "objective" | "steps"> &
  Partial<Pick<ProposePlanInput, "assumptions" | "completionCriteria" | "tags">>;

/** A whole first plan. Numbers in it mean places in its own list. */
export function buildPlan(proposal: Proposal, history: EditHistory = {}): Edited {
  const { title, objective, assumptions = [], completionCriteria = "", tags = [], steps } = proposal;
  const { revisions = {}, usedIds = new Set<string>() } = history;
  const empty: Plan = { title: "", objective: "", steps: [], assumptions, completionCriteria, tags };
  const draft = openDraft(empty, { revisions, usedIds });
  if (steps.length === 0) refuse(draft, "no_steps", "A plan needs at least one step.");
  for (const text of [title, objective])
    if (text.trim() === "") refuse(draft, "bad_title", "A plan needs a title and an objective.");
  refuseBadTexts(draft, { title, objective });
  for (const step of steps) refuseTakenId(draft, step.id);
  for (const id of repeated(steps.map((step) => step.id))) {
    refuse(draft, "duplicate_id", `Two steps have the id "${id}". Every step needs its own.`);
  }
  if (draft.refusals.length > 0) return err(draft.refusals);

  const slots = steps.map(({ id, title: name, kind, instructions, expectedOutput }) => ({
    step: { id, title: name, kind, instructions, expectedOutput, dependsOn: [] as string[] },
  }));
  const filled = { ...draft, plan: { ...empty, title, objective }, start: slots, slots: [...slots] };
  const built = steps.map((step) => newStep(filled, step));
  for (const [index, slot] of slots.entries()) Object.assign(slot, { step: built[index] ?? slot.step });
  if (filled.refusals.length > 0) return err(filled.refusals);

  const plan = finishProposal(filled);
  return filled.refusals.length > 0 ? err(filled.refusals) : ok({ plan, notes: filled.notes });
}

function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
