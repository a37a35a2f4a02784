import type { Plan, Step } from "#server/core/plan.ts";
import type { ListedPlan, ListedStep, PlanContext } from "./listed-plan.ts";
import type { PlanningFacts } from "./planning-facts.ts";

/** The planning facts in the form that this planner thinks in: steps by their numbers. */
export function readContext(facts: PlanningFacts | null): PlanContext {
  const { current = null, before = null, seen = null } = facts ?? {};
  return {
    tools: facts?.tools ?? [],
    toolFacts: facts?.toolFacts ?? [],
    agents: facts?.agents ?? [],
    triggers: {
      schedules: facts?.schedules ?? [],
      webhooks: facts?.webhooks ?? [],
      now: new Date(facts?.now ?? 0),
      timezone: facts?.timezone ?? "UTC",
    },
    failedRun: facts?.failedRun ?? null,
    revisions: facts?.revisions ?? [],
    undo: [...(facts?.undo ?? [])],
    redo: [...(facts?.redo ?? [])],
    beforeLastChange: before && { revision: before.revision, title: "", steps: earlierSteps(before.plan) },
    plan: current && { ...listedPlan(current), retiredIds: facts?.retiredIds ?? [] },
    seen: (seen?.plan.steps ?? []).map(({ id, title }, index) => ({
      number: index + 1,
      title: oneLine(title),
      id,
    })),
    seenRevision: seen?.revision ?? null,
    issues: facts?.issues ?? [],
  };
}

function listedPlan({ revision, plan }: { revision: number; plan: Plan }): ListedPlan {
  const { title, steps, ...head } = plan;
  const said = Object.entries(head).filter(([, value]) => value !== "" && JSON.stringify(value) !== "[]");
  return {
    revision,
    title: oneLine(title),
    head: Object.fromEntries(said),
    steps: listedSteps(steps),
  };
}

/** A change names the steps of an earlier revision by number alone. */
function earlierSteps({ steps }: Plan): ListedStep[] {
  return listedSteps(steps).map((step) => ({ ...step, id: null }));
}

function listedSteps(steps: readonly Step[]): ListedStep[] {
  const numbers = new Map<string, number[]>();
  for (const [index, { id }] of steps.entries()) numbers.set(id, [...(numbers.get(id) ?? []), index + 1]);
  return steps.map((step, index) => {
    const missing = step.dependsOn.filter((id) => !numbers.has(id));
    return {
      number: index + 1,
      id: step.id,
      title: oneLine(step.title),
      kind: step.kind,
      dependsOn: step.dependsOn.flatMap((id) => numbers.get(id) ?? []).sort((a, b) => a - b),
      ...(missing.length > 0 && { missing }),
      approval: step.approval !== undefined,
      retries: step.maxAttempts === undefined ? null : step.maxAttempts - 1,
      onError: step.onError ?? null,
      condition: step.if ?? null,
      usesRunInput: step.usesRunInput === true,
      tool: step.tool ?? null,
      ...(step.agent !== undefined && { agent: step.agent }),
      exact: step,
      instructions: step.instructions,
      ...(step.input !== undefined && { input: step.input }),
    };
  });
}

function oneLine(text: string): string {
  return text.replace(/\r\n|[\n\r\u2028\u2029]/g, " ");
}
