import fc from "fast-check";
import type { Plan, Step } from "#server/core/plan.ts";
import { anyPlan } from "./arbitrary-plan.ts";

/** Two plans that have much in common: steps left out, moved, added, changed in a field, doubled. */
export const changedPlan: fc.Arbitrary<{ before: Plan; after: Plan }> = fc
  .tuple(anyPlan, anyPlan, fc.infiniteStream(fc.nat(5)))
  .chain(([before, other, draws]) => {
    const draw = () => Number(draws.next().value);
    const kept = before.steps
      .filter(() => draw() > 0)
      .map((step) => changedStep(step, other.steps[draw()], draw));
    const { steps: _steps, ...head } = draw() > 3 ? other : before;
    return fc
      .shuffledSubarray([...kept, ...other.steps.filter(() => draw() > 3)])
      .map((shuffled) => ({ before, after: { ...head, steps: draw() > 2 ? kept : shuffled } }));
  });

/** The step with one field of another step, or without one. */
function changedStep(step: Step, other: Step | undefined, draw: () => number): Step {
  if (!other || draw() > 2) return step;
  const fields = Object.entries({ ...step, ...other }).filter(([field]) => field !== "id");
  const [field, value] = fields[(draw() * 6 + draw()) % fields.length] ?? [];
  if (field === undefined) return step;
  const { [field]: _left, ...left } = step as Record<string, unknown>;
  const isNeeded = ["title", "kind", "instructions", "expectedOutput", "dependsOn"].includes(field);
  return (draw() > 3 && !isNeeded ? left : { ...step, [field]: value }) as Step;
}
