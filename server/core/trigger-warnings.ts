import { listed, type Placed } from "./check/step-issue.ts";
import { templatesOf } from "./check/templates.ts";
import { conditionReferences, parseCondition } from "./conditions.ts";
import { topologicalOrder } from "./graph.ts";
import type { Json } from "./json.ts";
import { valueAt } from "./path.ts";
import type { Plan, Step } from "./plan.ts";
import { type Reference, writeReference } from "./references.ts";
import type { TriggerWarning } from "./trigger-views.ts";

const MOST_NAMED = 3;

/**
 * What a schedule cannot give to a plan that is built on run input: without `input` it starts runs without
 * one, with it all runs get the same. null when no step uses run input.
 */
export function cronRunInputWarning(plan: Plan, input: Json | null = null): TriggerWarning | null {
  const steps: Placed[] = plan.steps.map((step, index) => ({ step, number: index + 1 }));
  const users = steps.filter(({ step }) => step.usesRunInput === true || inputReads(step).length > 0);
  if (users.length === 0) return null;
  const behind = stepsBehind(steps, users);
  const sentences = [
    `${named(users)} ${users.length === 1 ? "uses" : "use"} the run input, and ${
      input === null
        ? "a schedule without a fixed input starts runs without one."
        : "all runs of a schedule get the same fixed one."
    }`,
    ...(behind.length > 0
      ? [`${named(behind)} ${behind.length === 1 ? "works" : "work"} on what comes of it.`]
      : []),
    ...missingReads(users, input),
    input === null
      ? "Give the schedule a fixed input, or start the runs by a webhook or by hand."
      : "Where each run needs its own, start the runs by a webhook or by hand.",
  ];
  return { code: "cron_run_input", message: sentences.join(" ") };
}

function inputReads(step: Step): Reference[] {
  const condition = step.if === undefined ? null : parseCondition(step.if);
  return [
    ...templatesOf(step).flatMap(({ references }) => references.map(({ reference }) => reference)),
    ...(condition?.ok ? conditionReferences(condition.value) : []),
  ].filter(({ source }) => source === "input");
}

function stepsBehind(steps: readonly Placed[], users: readonly Placed[]): Placed[] {
  const byId = new Map(steps.map((placed) => [placed.step.id, placed]));
  const reached = new Set(users.map(({ step }) => step.id));
  const behind = topologicalOrder(steps.map(({ step }) => step)).flatMap((id) => {
    const placed = byId.get(id);
    if (!placed || reached.has(id) || !placed.step.dependsOn.some((other) => reached.has(other))) return [];
    reached.add(id);
    return [placed];
  });
  return behind.sort((a, b) => a.number - b.number);
}

/** Of a fixed input: the places that steps read and that it does not have. */
function missingReads(users: readonly Placed[], input: Json | null): string[] {
  if (input === null) return [];
  const missing = users.flatMap(({ step }) =>
    inputReads(step).filter(({ path }) => valueAt(input, path) === undefined),
  );
  const places = [...new Set(missing.map(writeReference))];
  if (places.length === 0) return [];
  const shown = places.slice(0, MOST_NAMED).map((place) => `"${place}"`);
  const more = places.length > MOST_NAMED ? ` and ${places.length - MOST_NAMED} more` : "";
  return [`The fixed input does not have ${shown.join(", ")}${more}.`];
}

/** `Step 2 "Fetch"`, `Steps 2 "Fetch", 3 "Clean", 5 "Merge" and 4 more`. */
function named(steps: readonly Placed[]): string {
  const noun = steps.length === 1 ? "Step" : "Steps";
  if (steps.length <= MOST_NAMED) return `${noun} ${listed(steps)}`;
  const shown = steps.slice(0, MOST_NAMED).map((placed) => listed([placed]));
  return `${noun} ${shown.join(", ")} and ${steps.length - MOST_NAMED} more`;
}

/** What keeps the runs of a trigger from starting, as its agent stands. */
export function agentWarnings(agent: {
  name: string;
  status: string;
  snapshotId: string | null;
}): TriggerWarning[] {
  const { name, status, snapshotId } = agent;
  const warnings: TriggerWarning[] = [];
  if (status === "archived") {
    const message = `Agent "${name}" is archived, so no run is started. Set its status to "active".`;
    warnings.push({ code: "agent_archived", message });
  }
  if (snapshotId === null) {
    const message = `Agent "${name}" has no saved plan, so no run is started until one is saved.`;
    warnings.push({ code: "nothing_saved", message });
  }
  return warnings;
}
