import type { Json } from "#server/core/json.ts";
import { findReferences, mapStrings } from "#server/core/references.ts";
import type { ToolUse } from "./brief-tools.ts";
import { mainOf, type Source } from "./data-of-step.ts";
import { type ListedStep, type ListedPlan, refOf } from "./listed-plan.ts";
import type { NewStep } from "./new-step.ts";
import type { Edit } from "./understanding.ts";

/**
 * Edits that let steps read what a new step keeps of their source, in place of the source itself. Only a
 * step that hands on fewer or sorted entries of the same kind can stand for it.
 */
export function narrowedInputs(
  made: { step: NewStep; source: Source | null; use: ToolUse | null },
  readers: readonly ListedStep[],
  plan: ListedPlan,
): Edit[] {
  const { step, source, use } = made;
  const isNarrowing =
    use?.tool === "transform" &&
    /^(?:keep|filter|drop|remove|exclude|sort|order|leave out|only)\b/i.test(step.title);
  if (!isNarrowing || source === null) return [];
  return readers.flatMap((reader) => {
    if (reader.input === undefined) return [];
    const input = narrowed(reader.input, source, `$${step.id}.output`);
    const stillReads = findReferences(input).some(
      ({ reference }) => reference.source === "step" && reference.stepId === source.id,
    );
    if (stillReads || JSON.stringify(input) === JSON.stringify(reader.input)) return [];
    const changes = [{ field: "input", value: JSON.stringify(input) }];
    return [{ op: "update_step", step: refOf(reader, plan), changes }];
  });
}

function narrowed(input: Json, source: Source, to: string): Json {
  const main = mainOf(source);
  return mapStrings(input, (text) => {
    if (text === main) return to;
    if (text === `$${source.id}.output` && source.gives === "csv") return { rows: to };
    return text.replaceAll(`\${${main.slice(1)}}`, () => `\${${to.slice(1)}}`);
  });
}
