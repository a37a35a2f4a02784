import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import type { OracleCondition } from "./oracle-step.ts";

export function idAt(place: number): string {
  return `s${place}`;
}

export function placeOf(stepId: string): number {
  return Number(stepId.slice(1));
}

type Drawn = { dependsOn: readonly number[]; condition?: OracleCondition | null | undefined };

/** The plan of an oracle's steps; each is named by its place. */
export function planOfSteps<Item extends Drawn>(
  steps: readonly Item[],
  over?: (item: Item) => Partial<Step>,
): Plan {
  const links = steps.map(({ dependsOn }, place) => [idAt(place), dependsOn.map(idAt)] as const);
  const more = steps.map((step, place): [string, Partial<Step>] => [
    idAt(place),
    { ...over?.(step), ...(step.condition && { if: textOf(step.condition) }) },
  ]);
  return makePlan(Object.fromEntries(links), Object.fromEntries(more));
}

function textOf(condition: OracleCondition): string {
  if (condition === "unreadable") return "1 ==";
  if (condition.of.length === 0) return "1 == 2";
  return condition.of.map((place) => `$${idAt(place)}.status == '${condition.is}'`).join(" || ");
}
