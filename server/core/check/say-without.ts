import { partsOf, sayLeaveOut } from "./leave-out.ts";
import type { Outline } from "./outline.ts";
import type { Placed } from "./step-issue.ts";

/**
 * The input without a value that is nothing but one reference. No sentence takes a condition or a
 * precondition away, so that the step would run always, or a longer text for one reference in it.
 */
export function sayWithout(
  { step, number }: Placed,
  { path, isWhole }: { path: string; isWhole: boolean },
  { tools }: Outline,
): string | undefined {
  const [field] = path.split("/");
  if (field !== "input" || !isWhole) return undefined;
  return sayLeaveOut(number, tools.get(step.tool ?? ""), step.input, partsOf(path));
}
