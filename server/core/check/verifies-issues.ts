import { shortened } from "#server/core/characters.ts";
import type { Issue } from "#server/core/plan.ts";
import { asQuestion } from "./known-names.ts";
import type { Outline } from "./outline.ts";
import { say } from "./sayings.ts";
import { type Placed, stepError } from "./step-issue.ts";

/** A check confirms a step that comes before it. */
export function verifiesIssues(placed: Placed, { numbers, isBefore, nearIds }: Outline): Issue[] {
  const { step, number } = placed;
  const { id, verifies } = step;
  const path = "verifies";
  if (verifies === undefined || isBefore(verifies, id)) return [];
  const other = numbers.get(verifies);
  if (other === undefined) {
    const near = nearIds(verifies);
    const [meant] = near.filter((earlier) => isBefore(earlier, id)).map((earlier) => numbers.get(earlier));
    const says = `confirms "${shortened(verifies)}", which is not a step of this plan.${asQuestion(near)}`;
    const mended = meant === undefined ? say.verifyNothing(number) : say.verify(number, meant);
    return [stepError(placed, "verifies_not_dependency", says, { path, say: mended })];
  }
  const says = `confirms "${verifies}", for which it does not wait. Make it depend on that step.`;
  const isPossible = verifies !== id && !isBefore(id, verifies);
  const mended = isPossible ? say.dependOn(number, other) : say.verifyNothing(number);
  return [stepError(placed, "verifies_not_dependency", says, { path, say: mended })];
}
