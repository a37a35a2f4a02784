import type { PlanEdit, ProposePlanInput } from "./edit-schema.ts";
import { applyAll } from "./edits/apply-all.ts";
import { type Draft, type EditHistory, openDraft, quoted, refuse, unique } from "./edits/draft.ts";
import { finishEdits, finishProposal } from "./edits/finish-draft.ts";
import { refuseNewId } from "./edits/new-id.ts";
import { setPlan } from "./edits/set-plan.ts";
import { newStep } from "./edits/settle-step.ts";
import { refuseBadObjective, refuseBadTitle } from "./edits/text-rules.ts";
import { itemAt } from "./item-at.ts";
import { canonicalJson } from "./json.ts";
import type { Issue, IssueCode, Plan, Step } from "./plan.ts";
import { err, ok, type Result } from "./result.ts";

export type { EditHistory };

/** `notes` are what the edits brought along or left out, in words. */
export type Edited = Result<{ plan: Plan; notes: string[] }, Issue[]>;

/**
 * The plan after all of the edits, or why none of them was applied. Steps that no edit names stay the
 * same objects. Graph errors are judged on the end, so edits may pass through a state that would be wrong.
 */
export function applyEdits(plan: Plan, edits: readonly PlanEdit[], history: EditHistory = {}): Edited {
  const [first, ...others] = edits;
  if (!first) return refused("no_edits", "The list of edits is empty. Name at least one.");
  const revision = first.op === "restore_revision" ? first.revision : null;
  const base = revision === null ? plan : history.revisions?.[revision];
  if (!base)
    return refused(
      "missing_revision",
      `There is no revision ${revision}. Name one that the history of the plan has.`,
    );

  const draft = openDraft(base, history);
  applyAll(draft, revision === null ? edits : others);
  const edited = outcome(draft, finishEdits);
  if (edited.ok && isSamePlan(edited.value.plan, plan))
    return refused("no_change", ["These edits change nothing.", ...draft.notes].join(" "));
  return edited;
}

function refused(code: IssueCode, message: string): Edited {
  return err([{ severity: "error", code, message }]);
}

function outcome(draft: Draft, finish: (draft: Draft) => Plan): Edited {
  if (draft.refusals.length > 0) return err(draft.refusals);
  const plan = finish(draft);
  return draft.refusals.length > 0 ? err(draft.refusals) : ok({ plan, notes: draft.notes });
}

function isSamePlan({ steps, ...plan }: Plan, { steps: others, ...other }: Plan): boolean {
  const isSame = (step: Step, index: number) => {
    const now = itemAt(others, index);
    return step === now || canonicalJson(step) === canonicalJson(now);
  };
  return (
    steps.length === others.length && canonicalJson(plan) === canonicalJson(other) && steps.every(isSame)
  );
}

type Proposal = Pick<ProposePlanInput, "title" | "objective" | "steps"> &
  Partial<Pick<ProposePlanInput, "assumptions" | "completionCriteria" | "tags" | "budget">>;

/** A whole first plan. Numbers in it mean places in its own list. */
export function buildPlan(proposal: Proposal, history: EditHistory = {}): Edited {
  const { title, objective, assumptions = [], completionCriteria = "", tags = [], steps } = proposal;
  const { budget = null } = proposal;
  const empty: Plan = { title, objective, steps: [], assumptions, completionCriteria, tags };
  const opened = openDraft(empty, history);
  if (steps.length === 0) refuse(opened, "no_steps", "A plan needs at least one step.");
  refuseBadTitle(opened, title);
  refuseBadObjective(opened, objective);
  const ids = steps.map((step) => step.id);
  for (const id of unique(ids)) refuseNewId(opened, id);
  for (const id of unique(ids.filter((item, index) => ids.indexOf(item) !== index))) {
    refuse(opened, "duplicate_id", `Two steps have the id ${quoted(id)}. Every step needs its own.`);
  }
  if (budget !== null) setPlan(opened, { op: "set_plan", changes: [{ field: "budget", ...budget }] });
  if (opened.refusals.length > 0) return err(opened.refusals);

  const bare = steps.map(({ settings: _settings, ...step }) => ({ ...step, dependsOn: [] }));
  const draft = { ...openDraft({ ...empty, steps: bare }, history), before: empty, plan: opened.plan };
  for (const [index, slot] of draft.start.entries()) {
    slot.step = newStep(draft, itemAt(steps, index)) ?? slot.step;
  }
  return outcome(draft, finishProposal);
}
