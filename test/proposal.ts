import type { ProposePlanInput } from "#server/core/edit-schema.ts";

/** What a model gives to `propose_plan`: a chain of reasoning steps with these titles. */
export function proposalOf(...titles: string[]): ProposePlanInput {
  return {
    title: "Weekly report",
    objective: "A report every week.",
    steps: titles.map((title, index) => ({
      id: idOf(title),
      title,
      kind: "reasoning",
      instructions: `${title}.`,
      expectedOutput: `${title}: done.`,
      dependsOn: index === 0 ? [] : [idOf(titles[index - 1] ?? "")],
      settings: [],
    })),
    assumptions: [],
    completionCriteria: "",
    tags: [],
    budget: null,
    startOver: false,
    changeDescription: "First plan",
  };
}

export function idOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

/** What a model gives to `edit_plan` to take a step out. */
export function removalOf(title: string, baseRevision: number) {
  return {
    baseRevision,
    edits: [{ op: "remove_step", step: idOf(title), rewire: "bridge" }],
    changeDescription: `Removed ${title}`,
  };
}
