import type { Workspace } from "#server/core/check/workspace.ts";
import type { Step } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";
import { workspace } from "./make-broken.ts";

/** The sentences for the second of three steps, of which each waits for the one before. */
export function sentencesFor(step: Partial<Step>, over: Partial<Workspace> = {}): (string | undefined)[] {
  const plan = makePlan({ a: [], b: ["a"], c: ["b"] }, { a: { kind: "tool", tool: "read_file" }, b: step });
  return validatePlan(plan, { ...workspace, ...over }).map(({ say }) => say);
}
