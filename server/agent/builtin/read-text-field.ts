import { listOf } from "#server/core/list-of.ts";
import { type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import { unquoted } from "./read-settings.ts";
import { endsWithQuote, fieldTold, isNamed, type Told } from "./field-told.ts";
import type { World } from "./reference.ts";
import { edits, type Reading, refuse, withSteps } from "./understanding.ts";

const TEXTS: [RegExp, string][] = [
  [/^(?:new )?instructions?$/i, "instructions"],
  [/^(?:new )?(?:expected ?(?:output|result|outcome)s?)$/i, "expectedOutput"],
];
// Fields that other readers set, in their own words.
const OTHERS =
  /\b(?:title|name|label|path|file|folder|url|address|link|endpoint|page|expression|formula|template|content|body|text|method|pattern|delimiter|separator|encoding|time|timeout|limit|retr(?:y|ies)|attempts?|tries|approvals?|approvers?|condition|dependenc(?:y|ies)|policy|errors?|kind|type|tool|agent|input|parameters?|arguments?|precondition|check|wait|schema|id|order|place|position|number|value)\b/i;

/** One field of a step that is set by name: its texts; a field that no step has is said to be none. */
export function readTextField(clause: string, world: World): Reading {
  const told = fieldTold(clause, world);
  if (told === null) return null;
  const text = TEXTS.find(([name]) => name.test(told.field))?.[1];
  if (text === undefined) return isUnknown(told, world) ? noSuchField(told.field) : null;
  if (!endsWithQuote(told.value)) return null;
  const value = unquoted(told.value);
  return withSteps(told.step, { ...world, isStrict: true }, (steps) => setText(steps, text, value, world));
}

function isUnknown({ field, step }: Told, world: World): boolean {
  return isNamed(step, world) && !OTHERS.test(field);
}

const FIELDS = ["title", "instructions", "expected output", "timeout", "retries", "approval", "condition"];

function noSuchField(field: string): Reading {
  return refuse(
    `A step has no field "${field}". What can be set by these words: ${listOf(FIELDS)}, and what its tool takes. Nothing was changed.`,
  );
}

function setText(steps: ListedStep[], field: string, value: string, world: World): Reading {
  const list = steps
    .filter((step) => step.exact?.[field === "instructions" ? "instructions" : "expectedOutput"] !== value)
    .map((step) => ({ op: "update_step", step: refOf(step, world.plan), changes: [{ field, value }] }));
  const what = field === "instructions" ? "instructions" : "expected output";
  return edits(list, steps, `New ${what} for ${namesOf(steps)}`);
}
