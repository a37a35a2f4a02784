import type { AgentView, PlanView } from "#server/core/views.ts";

/** What could be said next, from the state of the plan alone. Each is a whole message. */
export function suggestions(agent: AgentView, view: PlanView | undefined): string[] {
  const steps = view?.plan.steps ?? [];
  if (!view || steps.length === 0) return [];
  const ideas: string[] = [];
  const last = steps.length;

  const errors = view.issues.filter((issue) => issue.severity === "error");
  const unguarded = view.issues.find((issue) => issue.code === "irreversible_without_approval");
  const sayings = [...errors, unguarded].flatMap((issue) => issue?.say ?? []);
  // What ends in "…" waits for words of the person.
  ideas.push(...sayings.filter((sentence) => !sentence.includes("…")).slice(0, 2));
  if (agent.lastRun?.status === "failed") ideas.push("Why did the last run fail?");

  const isChain = steps.every((step, index) => index === 0 || step.dependsOn.length === 1);
  if (isChain && last >= 3) ideas.push("What can run in parallel?");
  const guarded = steps.some((step) => step.approval !== undefined);
  if (!guarded && !unguarded && last >= 2) ideas.push(`Ask me before step ${last} runs`);
  if (last >= 2) ideas.push(`What happens if step ${Math.min(2, last)} fails?`);
  if (agent.savedRevision !== agent.draft?.revision && errors.length === 0) ideas.push("Save the plan");
  if ((agent.draft?.revision ?? 0) > 1) ideas.push("Undo the last change");
  return [...new Set(ideas)].slice(0, 4);
}
