import type { Plan, Step } from "#server/core/plan.ts";

/** A step that needs no tool and no model settings; `over` replaces what the test is about. */
export function makeStep(id: string, dependsOn: string[] = [], over: Partial<Step> = {}): Step {
  return {
    id,
    title: id,
    kind: "reasoning",
    instructions: `Do ${id}.`,
    expectedOutput: `${id} is done.`,
    dependsOn,
    ...over,
  };
}

/** A plan written as "step: its dependencies", e.g. `{ draft: [], review: ["draft"] }`. */
export function makePlan(graph: Record<string, string[]>, over: Record<string, Partial<Step>> = {}): Plan {
  return {
    title: "Test plan",
    objective: "Test objective",
    steps: Object.entries(graph).map(([id, dependsOn]) => makeStep(id, dependsOn, over[id])),
    assumptions: [],
    completionCriteria: "",
    tags: [],
  };
}
