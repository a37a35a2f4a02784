import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Blame,
  type BlamedRevision,
  followRevisions,
  revisionsBroughtBack,
} from "#server/core/blame.ts";
import { canonicalJson, isObject, type Json } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { applyEdits } from "#server/core/plan-edits.ts";
import { storedEditSchema } from "#server/core/revision.ts";
import { cases } from "#test/property.ts";
import { choicesOf, seeds } from "./choices.ts";
import { editsFor } from "./random-edits.ts";
import { validPlan } from "./valid-plan.ts";

/** What stands at a path of a step, or of the plan when the step is null; undefined when nothing does. */
function valueAt(plan: Plan, stepId: string | null, path: string): string | undefined {
  const item = stepId === null ? plan : plan.steps.find((step) => step.id === stepId);
  if (item === undefined) return undefined;
  const [field = "", part] = /^(\w+)(?:\.(.*))?$/su.exec(path)?.slice(1) ?? [];
  const value = new Map<string, Json>(Object.entries(item)).get(field);
  if (value === undefined) return undefined;
  if (field === "dependsOn") {
    const ids = [...new Set((item as Step).dependsOn)].sort();
    return part === undefined ? ids.join("\n") : ids.includes(part) ? "linked" : undefined;
  }
  if (part === undefined) return canonicalJson(value);
  return isObject(value) && Object.hasOwn(value, part) ? canonicalJson(value[part]) : undefined;
}

/** Walks back from a revision, base by base, for as long as the value stands; then asks what was brought back. */
function traced(
  revisions: readonly BlamedRevision[],
  last: number,
  stepId: string | null,
  path: string,
): Blame {
  const at = (number: number) => {
    const revision = revisions[number - 1];
    return revision && valueAt(revision.plan, stepId, path);
  };
  const value = at(last);
  let setter = revisions[last - 1];
  while (setter && setter.baseRevision > 0 && at(setter.baseRevision) === value) {
    setter = revisions[setter.baseRevision - 1];
  }
  if (setter === undefined) throw new Error("There is no such revision.");
  const by = { revision: setter.revision, messageId: setter.messageId };

  const named = revisionsBroughtBack(setter);
  const isBack = setter.edits.some(
    ({ op, step, revision }) => op === "restore_step" && step === stepId && revision === null,
  );
  const lastWith = isBack
    ? revisions
        .slice(0, setter.revision - 1)
        .findLast(({ plan }) => plan.steps.some(({ id }) => id === stepId))
    : undefined;
  const source = [...named, ...(lastWith ? [lastWith.revision] : [])].find(
    (from) => from < by.revision && at(from) === value,
  );
  if (source === undefined) return by;
  const first = traced(revisions, source, stepId, path);
  return { ...by, original: first.original ?? { revision: first.revision, messageId: first.messageId } };
}

test("every field, and every part of one, is traced to the message that set it, whatever edits came between", () => {
  fc.assert(
    fc.property(validPlan, fc.array(seeds, { minLength: 1, maxLength: 8 }), (start, turns) => {
      const plans: Record<number, Plan> = { 1: start };
      const revisions: BlamedRevision[] = [
        { revision: 1, messageId: "m1", plan: start, edits: [], restoredFrom: null, baseRevision: 0 },
      ];
      for (const [turn, seed] of turns.entries()) {
        const choices = choicesOf(seed);
        // Now and then a message takes the place of the one before it.
        const baseRevision = Math.max(1, revisions.length - (choices.once(6) ? 1 : 0));
        const plan = plans[baseRevision] ?? start;
        const edits = editsFor(plan, plans, choices, turn);
        const result = applyEdits(plan, edits, { revisions: plans });
        if (!result.ok || canonicalJson(result.value.plan) === canonicalJson(plan)) continue;
        const revision = revisions.length + 1;
        const [only, ...others] = edits;
        const isRestore = only?.op === "restore_revision" && others.length === 0;
        plans[revision] = result.value.plan;
        revisions.push({
          revision,
          messageId: `m${revision}`,
          plan: result.value.plan,
          edits: edits.map((edit) => storedEditSchema.parse(edit)),
          restoredFrom: isRestore ? only.revision : null,
          baseRevision,
        });
      }

      const followed = followRevisions(revisions);
      for (const revision of revisions) followed.add(revision);
      const blame = followed.blame();

      const { steps, ...head } = revisions.at(-1)?.plan ?? start;
      expect([...blame.steps.keys()]).toEqual(steps.map(({ id }) => id));
      const owners = [
        { stepId: null, item: head, blames: blame.plan },
        ...steps.map((step) => ({ stepId: step.id, item: step, blames: blame.steps.get(step.id) })),
      ];
      for (const { stepId, item, blames } of owners) {
        expect([...(blames?.keys() ?? [])]).toEqual(expect.arrayContaining(Object.keys(item)));
        for (const [path, found] of blames ?? []) {
          expect({ stepId, path, ...found }).toEqual({
            stepId,
            path,
            ...traced(revisions, revisions.length, stepId, path),
          });
        }
      }
    }),
    cases(400),
  );
});
