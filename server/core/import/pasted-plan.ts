import { isObject, type Json, type JsonObject } from "#server/core/json.ts";
import { EDGE_NAMES } from "./loose-edges.ts";
import { fieldsOf } from "./loose-fields.ts";
import { LINK_NAMES } from "./loose-links.ts";
import { idMaker } from "./rename-ids.ts";

const STEP_LISTS = ["steps", "tasks", "nodes", "jobs", "states"];
const STEP_NAMES = ["id", "title", "name"];
// What other tools say of a crew's tasks, or of the plan that they belong to.
const OF_TASKS = ["description", "instructions", "expectedOutput", "agent", "tool", "context"];
const OF_PLAN = ["agents", "title", "name", "goal", "objective"];

/**
 * A plan as it was pasted: its own fields, and its steps. Where its links may name steps by their
 * numbers, `isNumbered` says so; `notes` tell how it was understood.
 */
export type PastedPlan = { plan: JsonObject; steps: JsonObject[]; isNumbered?: true; notes?: string[] };

/** The object that states a plan and its steps; null when the value is no plan. */
export function planObject(value: Json): PastedPlan | null {
  if (Array.isArray(value)) {
    const steps = stepObjects(value);
    if (!steps?.some(hasLink) || !steps.every((step) => hasField(step, STEP_NAMES))) return null;
    return { plan: {}, steps };
  }
  if (!isObject(value)) return null;
  for (const name of STEP_LISTS) {
    const key = Object.keys(value).find((item) => item.toLowerCase() === name);
    const steps = key === undefined ? null : stepObjects(value[key] ?? null);
    if (key === undefined || !steps) continue;
    const { [key]: list, ...plan } = value;
    const hasEdges = hasField(plan, EDGE_NAMES);
    if (Array.isArray(list) && list.every((item) => typeof item === "string") && !hasEdges)
      return name === "steps" ? sequence(plan, list) : null;
    if (name === "steps" || hasEdges || steps.some(hasLink)) return { plan, steps };
    if (name === "tasks" && (hasField(plan, OF_PLAN) || steps.some((step) => hasField(step, OF_TASKS))))
      return { plan, steps };
  }
  return isObject(value["plan"]) ? planObject(value["plan"]) : null;
}

/** A list of nothing but texts says the order in which its steps run. */
function sequence(plan: JsonObject, titles: readonly string[]): PastedPlan {
  const makeId = idMaker(new Set());
  const steps: JsonObject[] = [];
  for (const [index, title] of titles.entries()) {
    const before = steps.at(-1)?.["id"];
    steps.push({ id: makeId(title, index), title, dependsOn: before === undefined ? [] : [before] });
  }
  const notes = [
    "The steps came as a list of texts, without what they wait for: each waits for the one in front of it.",
  ];
  return { plan, steps, ...(titles.length > 1 && { notes }) };
}

/** Steps out of a list of objects or titles, or out of an object by id; null when some are none. */
function stepObjects(value: Json): JsonObject[] | null {
  const items = isObject(value)
    ? Object.entries(value).map(([id, step]) => (isObject(step) ? { id, ...step } : null))
    : value;
  if (!Array.isArray(items)) return null;
  const steps = items.map((step) => (typeof step === "string" ? { title: step } : step));
  return steps.every(isObject) ? steps : null;
}

function hasLink(step: JsonObject): boolean {
  return hasField(step, LINK_NAMES);
}

function hasField(object: JsonObject, names: readonly string[]): boolean {
  return fieldsOf(object).take(...names) !== undefined;
}
