import type { Json, JsonObject } from "#server/core/json.ts";
import { EDGE_NAMES } from "./loose-edges.ts";
import { fieldsOf, isObject } from "./loose-fields.ts";
import { LINK_NAMES } from "./loose-links.ts";

const STEP_LISTS = ["steps", "tasks", "nodes", "jobs", "states"];
const STEP_NAMES = ["id", "title", "name"];

/** A plan as it was pasted: its own fields, and its steps. */
export type PastedPlan = { plan: JsonObject; steps: JsonObject[] };

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
    const { [key]: _steps, ...plan } = value;
    if (name === "steps" || hasField(plan, EDGE_NAMES) || steps.some(hasLink)) return { plan, steps };
  }
  return isObject(value["plan"]) ? planObject(value["plan"]) : null;
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
