import { editPlanInputSchema } from "#server/core/edit-schema.ts";
import type { PlanContext } from "./listed-plan.ts";
import { freeId } from "./new-step.ts";
import type { ToolAnswer } from "./read-prompt.ts";

/** A step that the plan no longer has, as far as the chat still tells. */
export type RemovedStep = {
  id: string;
  title: string;
  /** The number that it had when it was removed, where that was said. */
  number: number | null;
  /** Ids of steps that waited for it, where the list before the last change shows them. */
  followers: string[] | null;
};

type Removal = { id: string | null; number: number | null; title: string };

/** The removed steps that can be named, the one removed last first. */
export function removedSteps(context: PlanContext, past: readonly ToolAnswer[]): RemovedStep[] {
  const removals = [
    ...context.revisions.flatMap((item) => removalsTold(item.words)),
    ...past.flatMap(removalsIn),
  ];
  const place = (step: RemovedStep) => removals.findLastIndex((item) => isOf(item, step.id));
  return (context.plan?.retiredIds ?? [])
    .map((id) => removedStep(id, context, removals))
    .sort((a, b) => place(b) - place(a));
}

function removalsTold(words: string): Removal[] {
  const list = /\bRemoved\b([^.;]*)/i.exec(words)?.[1] ?? "";
  return [...list.matchAll(/"([^"]+)"/g)].map((found) => ({ id: null, number: null, title: found[1] ?? "" }));
}

// The answer to an edit tells numbers and titles in the order of the plan, its input the ids.
function removalsIn({ name, input, text }: ToolAnswer): Removal[] {
  if (name !== "edit_plan") return [];
  const told = [...text.matchAll(/^Removed step (\d+) "(.*)"\.$/gm)];
  const parsed = editPlanInputSchema.safeParse(input);
  const ids = parsed.success
    ? parsed.data.edits.flatMap((edit) => (edit.op === "remove_step" ? [String(edit.step)] : []))
    : [];
  return told.map((found, index) => {
    const title = found[2] ?? "";
    const id =
      ids.find((item) => isSlugOf(title, item)) ?? (ids.length === told.length ? ids[index] : undefined);
    return { id: id ?? null, number: Number(found[1]), title };
  });
}

function removedStep(id: string, context: PlanContext, removals: readonly Removal[]): RemovedStep {
  const own = removals.filter((item) => isOf(item, id));
  const title = own.at(-1)?.title ?? wordsOf(id);
  const number = own.findLast((item) => item.number !== null)?.number ?? null;
  return { id, title, number, followers: followersOf(title, context) };
}

function isOf(removal: Removal, id: string): boolean {
  return removal.id === null ? isSlugOf(removal.title, id) : removal.id === id;
}

// Ids are slugs of the first title; a number behind one tells two of the same title apart.
function isSlugOf(title: string, id: string): boolean {
  const slug = freeId(title, []);
  return id === slug || (id.startsWith(`${slug}-`) && /^\d+$/.test(id.slice(slug.length + 1)));
}

function followersOf(title: string, { beforeLastChange, plan }: PlanContext): string[] | null {
  const step = beforeLastChange?.steps.find((item) => item.title === title);
  if (!step) return null;
  const waiting = beforeLastChange?.steps.filter((other) => other.dependsOn.includes(step.number)) ?? [];
  return waiting.flatMap((other) => plan?.steps.find((now) => now.title === other.title)?.id ?? []);
}

function wordsOf(id: string): string {
  const text = id.replace(/[-_]+/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
