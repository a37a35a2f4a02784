import { ancestry } from "#server/core/ancestry.ts";
import { stepsReadBy } from "#server/core/edits/step-references.ts";
import { cyclesIn } from "#server/core/graph.ts";
import { itemAt } from "#server/core/item-at.ts";
import type { Issue, Step } from "#server/core/plan.ts";
import type { Outline } from "./outline.ts";
import { say } from "./sayings.ts";
import { listed, type Placed } from "./step-issue.ts";

// Whether a link can go is seen in the whole plan, and a plan may have very many circles.
const MAX_TRIED = 20;

type Link = { waiting: Placed; awaited: Placed };

/** Every circle is named, each with its whole path. */
export function circleIssues(steps: readonly Placed[], outline: Outline): Issue[] {
  const cycles = cyclesIn(outline.parts);
  if (cycles.length === 0) return [];
  const byId = new Map(steps.toReversed().map((placed) => [placed.step.id, placed]));
  const canGo = linkSearch(steps, outline);
  return cycles.flatMap((cycle): Issue[] => {
    const members = cycle
      .slice(1)
      .map((id) => byId.get(id))
      .filter((member) => member !== undefined);
    const first = members.at(-1);
    // A step that waits for itself alone has been named as such.
    if (!first || members.length < 2) return [];
    const inOrder = members.toSorted((a, b) => a.number - b.number);
    const links = members.map((waiting, index) => ({
      waiting,
      awaited: itemAt(members, (index + members.length - 1) % members.length),
    }));
    const link = links.toReversed().find(canGo);
    return [
      {
        severity: "error",
        code: "cycle",
        stepId: first.step.id,
        stepNumber: first.number,
        path: "dependsOn",
        message: `Steps ${listed(inOrder)} depend on each other in a circle: ${cycle.join(" → ")}. Remove one of these dependencies.`,
        ...(link && { say: say.dependNoMoreOn(link.waiting.number, link.awaited.number) }),
      },
    ];
  });
}

/** Finds whether every step still comes behind those that it reads when a link is gone. */
function linkSearch(steps: readonly Placed[], { isBefore }: Outline): (link: Link) => boolean {
  const all = steps.map(({ step }) => step);
  let tried = 0;
  let reading: readonly { id: string; reads: readonly string[] }[] | undefined;

  return ({ waiting, awaited }) => {
    const { step } = waiting;
    const id = awaited.step.id;
    if (!step.dependsOn.includes(id) || tried === MAX_TRIED) return false;
    tried += 1;
    reading ??= all.map((other) => ({ id: other.id, reads: readsOf(other) }));
    const opened = { ...step, dependsOn: step.dependsOn.filter((other) => other !== id) };
    const after = ancestry(all.map((other) => (other === step ? opened : other)));
    return reading.every((reader) =>
      reader.reads.every((read) => after(read, reader.id) || !isBefore(read, reader.id)),
    );
  };
}

/** The steps whose results a step uses, and the one that it confirms. */
function readsOf(step: Step): string[] {
  return [...stepsReadBy(step), ...(step.verifies === undefined ? [] : [step.verifies])];
}
