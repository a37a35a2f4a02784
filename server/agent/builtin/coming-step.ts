import { bareStep, type ListedPlan, type ListedStep } from "./listed-plan.ts";
import type { Edit } from "./understanding.ts";

/** A step that the same message makes: later words may name it, though the list does not show it yet. */
const comingStep = (id: string, title: string) => bareStep(0, id, title);

/** The steps that edits make: new ones, those under another title, and the parts of one that is split, of which the first keeps its id. */
export function stepsMade(edits: readonly Edit[], { steps }: ListedPlan): ListedStep[] {
  return edits.flatMap((edit) => {
    if (edit.op === "add_step") return namedIn(edit["step"]);
    if (edit.op === "update_step") return renamedIn(edit, steps);
    if (edit.op !== "split_step" || !Array.isArray(edit["parts"])) return [];
    const [first, ...others] = edit["parts"].flatMap(namedIn);
    const own = steps.find((step) => step.id === edit["step"] || step.number === edit["step"]);
    return first && own?.id ? [{ ...first, id: own.id }, ...others] : others;
  });
}

// A step that the message has given another title goes by that one from then on.
function renamedIn({ step: ref, changes }: Edit, steps: readonly ListedStep[]): ListedStep[] {
  const step = steps.find(({ id, number }) => (id ?? number) === ref);
  const titles = [changes]
    .flat()
    .flatMap((change) =>
      typeof change === "object" && change !== null && !Array.isArray(change) && change["field"] === "title"
        ? [change["value"]]
        : [],
    );
  return step ? titles.flatMap((title) => (typeof title === "string" ? [{ ...step, title }] : [])) : [];
}

function namedIn(value: Edit[string] | undefined): ListedStep[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const { id, title } = value;
  return typeof id === "string" && typeof title === "string" ? [comingStep(id, title)] : [];
}
