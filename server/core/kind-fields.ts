import type { Step, StepKind } from "./plan.ts";

/** The fields that belong to some kinds only. */
export const FIELDS_OF_KIND: Readonly<Record<StepKind, readonly (keyof Step)[]>> = {
  tool: ["tool", "input"],
  reasoning: [],
  agent: ["agent", "input"],
  check: ["tool", "input", "check", "verifies"],
  wait: ["wait"],
};
export const KIND_FIELDS: readonly (keyof Step)[] = ["tool", "input", "agent", "check", "verifies", "wait"];
