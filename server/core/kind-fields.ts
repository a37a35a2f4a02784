import { type Step, type StepKind, stepKindSchema } from "./plan.ts";

/** The fields that belong to some kinds only. */
export const FIELDS_OF_KIND: Readonly<Record<StepKind, readonly (keyof Step)[]>> = {
  tool: ["tool", "input"],
  reasoning: [],
  agent: ["agent", "input"],
  check: ["tool", "input", "check", "verifies"],
  wait: ["wait"],
};
export const KIND_FIELDS: readonly (keyof Step)[] = ["tool", "input", "agent", "check", "verifies", "wait"];

/** The kinds of step that take a field. */
export function kindsWith(field: keyof Step): StepKind[] {
  return stepKindSchema.options.filter((kind) => FIELDS_OF_KIND[kind].includes(field));
}

/** `a tool step`, `an agent step`. */
export function kindNamed(kind: StepKind): string {
  return kind === "agent" ? "an agent step" : `a ${kind} step`;
}
