import { listOf } from "#server/core/list-of.ts";
import { type ListedPlan, type ListedStep, nameOf } from "./listed-plan.ts";

const MOST = 4;

/** Which steps wait for others than before, in the numbers that the person sees; empty when none does. */
export function linksTold(before: ListedPlan, after: ListedPlan): string {
  const now = new Map(after.steps.map((step) => [step.id, step]));
  const told = before.steps.flatMap((step) => {
    const other = now.get(step.id);
    if (step.id === null || !other) return [];
    const was = idsOf(step, before);
    const is = idsOf(other, after);
    const [gone, came] = [was.filter((id) => !is.includes(id)), is.filter((id) => !was.includes(id))];
    if (gone.length === 0 && came.length === 0) return [];
    const parts = [
      ...(gone.length > 0 ? [`no longer waits for ${namesIn(gone, before)}`] : []),
      ...(came.length > 0 ? [`now waits for ${namesIn(came, before)}`] : []),
    ];
    return [`${nameOf(step)} ${parts.join(" and ")}`];
  });
  if (told.length === 0) return "";
  const more = told.length > MOST ? `; ${told.length - MOST} others changed likewise` : "";
  return `: ${told.slice(0, MOST).join("; ")}${more}`;
}

function idsOf(step: ListedStep, { steps }: ListedPlan): (string | null)[] {
  return step.dependsOn.flatMap((number) => steps[number - 1]?.id ?? []);
}

function namesIn(ids: readonly (string | null)[], { steps }: ListedPlan): string {
  return listOf(
    ids.flatMap((id) => steps.filter((step) => step.id === id).map((step) => `step ${step.number}`)),
  );
}
