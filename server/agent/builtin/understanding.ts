import type { Json } from "#server/core/json.ts";
import { capitalised, type ListedStep, namesOf } from "./listed-plan.ts";
import type { Reference, World } from "./reference.ts";
import { type Preference, resolve } from "./resolve.ts";

/** One edit as `edit_plan` takes it. The tool's own schema decides whether it is one. */
export type Edit = { op: string; [field: string]: Json };

export type ToolCall = { name: string; input: { [field: string]: Json } };

/** What a sentence asks for. */
export type Understanding =
  | { type: "edits"; edits: Edit[]; about: ListedStep[]; said: string }
  | { type: "call"; call: ToolCall }
  /** Words are all the answer; nothing changes. */
  | { type: "reply"; kind: "refusal" | "question" | "answer"; text: string };

export type Reading = Understanding | null;

/** Reads one clause, or leaves it to the next reader with null. */
export type Reader = (clause: string, world: World) => Reading;

export function edits(list: Edit[], about: ListedStep[], said: string): Understanding {
  return { type: "edits", edits: list, about, said };
}

/** The same edit said twice is one. */
export function unique(list: readonly Edit[]): Edit[] {
  const seen = new Set<string>();
  return list.filter((edit) => {
    const key = JSON.stringify(edit);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

export function refuse(text: string): Understanding {
  return { type: "reply", kind: "refusal", text };
}

export function ask(text: string): Understanding {
  return { type: "reply", kind: "question", text };
}

export function answer(text: string): Understanding {
  return { type: "reply", kind: "answer", text };
}

/** Goes on with the steps that a description names, or says why it names none. */
export function withSteps(
  text: string,
  world: World,
  next: (steps: ListedStep[]) => Reading,
  options: { prefer?: Preference; one?: boolean; what?: string } = {},
): Reading {
  const reference = resolve(text, world, options.prefer);
  if (reference.type !== "steps") return askBack(reference, world, options.what);
  const [first, ...rest] = reference.steps;
  if (!first) return refuse(`No step of this plan fits "${text.trim()}".`);
  if (options.one && rest.length > 0) return askWhich(reference.steps, text.trim());
  return next(reference.steps);
}

/** What to say where words do not name steps. */
export function askBack(reference: Reference, world: World, what = "do you mean"): Understanding {
  const { steps } = world.plan;
  switch (reference.type) {
    case "ambiguous":
      return askWhich(reference.candidates, reference.text);
    case "missing":
      return refuse(missingText(reference, steps));
    default:
      return ask(`Which step ${what}? ${overview(steps)}`);
  }
}

function askWhich(candidates: readonly ListedStep[], words: string): Understanding {
  return ask(`"${words}" fits more than one step: do you mean ${namesOf(candidates, "or", 3)}?`);
}

function missingText(
  reference: { text: string; number: number | null },
  steps: readonly ListedStep[],
): string {
  const range = steps.length === 1 ? "one step" : `steps 1 to ${steps.length}`;
  return reference.number === null
    ? `No step of this plan fits "${reference.text}". Which one do you mean? ${overview(steps)}`
    : `There is no step ${reference.number}: the plan has ${range}. Nothing was changed.`;
}

/** The steps of a plan in one line, shortened when there are many. */
export function overview(steps: readonly ListedStep[]): string {
  if (steps.length === 0) return "The plan has no steps yet.";
  const shown = steps.slice(0, 8).map((step) => `${step.number} "${step.title}"`);
  const more = steps.length > shown.length ? ` and ${steps.length - shown.length} others` : "";
  return `${capitalised("the steps are")} ${shown.join(", ")}${more}.`;
}
