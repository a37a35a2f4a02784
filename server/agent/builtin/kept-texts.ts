import { type ListedPlan, type ListedStep, refOf } from "./listed-plan.ts";
import { lowerFirst, sentence } from "./new-step.ts";
import type { Edit } from "./understanding.ts";

type Texts = { instructions: string; expectedOutput: string };
type Part = { id: string; title: string };

/** What a merged step does is all that its steps were told to do. */
export function mergedTexts(steps: readonly ListedStep[], title: string): Texts {
  const told = steps.map((step) => sentence(ownInstructions(step) ?? step.title));
  const outputs = steps.flatMap((step) => ownOutput(step) ?? []).map(sentence);
  return {
    instructions: [...new Set(told)].join(" "),
    expectedOutput: [...new Set(outputs)].join(" ") || resultOf(title),
  };
}

/**
 * The part that goes on with the call of a split step has its words. Of a step without a call the first part
 * has what it was told to do, and the last what was expected of it.
 */
export function splitTexts(
  step: ListedStep,
  parts: readonly Part[],
  plan: ListedPlan,
  changed: readonly Edit[],
): (Part & Texts & { settings: [] })[] {
  const keeps = ({ id }: Part, index: number) =>
    !changed.some(
      (edit) =>
        edit["step"] === (index === 0 ? refOf(step, plan) : id) &&
        JSON.stringify(edit["changes"]).includes('"field":"kind"'),
    );
  const keeper = step.tool === null ? -1 : parts.findIndex(keeps);
  const [told, done] = keeper === -1 ? [0, parts.length - 1] : [keeper, keeper];
  return parts.map(({ id, title }, index) => ({
    id,
    title,
    instructions: (index === told ? ownInstructions(step) : null) ?? sentence(title),
    expectedOutput: (index === done ? ownOutput(step) : null) ?? resultOf(title),
    settings: [],
  }));
}

function resultOf(title: string): string {
  return `The result of: ${lowerFirst(title)}`;
}

/** Null where the instructions say no more than the title. */
function ownInstructions({ instructions = "", title }: ListedStep): string | null {
  return isSame(instructions, title) ? null : instructions.trim();
}

function ownOutput({ exact, title }: ListedStep): string | null {
  const output = exact?.expectedOutput ?? "";
  return isSame(output, resultOf(title)) ? null : output.trim();
}

function isSame(text: string, plain: string): boolean {
  const bare = (item: string) => item.trim().replace(/\.$/, "").toLowerCase();
  return bare(text) === "" || bare(text) === bare(plain);
}
