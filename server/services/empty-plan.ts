import type { Issue, Plan } from "#server/core/plan.ts";

/** The draft of an agent that has no plan yet: revision 0. */
export function emptyPlan(title: string): Plan {
  return { title, objective: "", steps: [], assumptions: [], completionCriteria: "", tags: [] };
}

/** All there is to say about it. */
export const noPlanIssue: Issue = {
  severity: "error",
  code: "no_steps",
  message: "There is no plan yet. Describe the job in the conversation first.",
};
