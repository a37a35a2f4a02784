import { isObject, type Json } from "#server/core/json.ts";
import { LINK_TAKES, STEP_TAKES } from "./field-values.ts";
import type { Behind } from "./loose-edges.ts";
import { type Fields, fieldsOf, type LeftOut, partsOf, textOf } from "./loose-fields.ts";

const BEFORE = [
  "dependsOn",
  "dependsUpon",
  "depends",
  "dependencies",
  "deps",
  "needs",
  "requires",
  "prerequisites",
  "predecessors",
  "parents",
  "upstream",
  "after",
  "runAfter",
  "waitsFor",
  "waitFor",
];
const BEHIND = ["next", "nextSteps", "successors", "downstream", "requiredBy"];
const STEP = ["id", "step", "stepId", "node", "task", "job", "name"];

// Links where it holds a list; as a text it is something to know.
const CONTEXT = "context";

export const LINK_NAMES: readonly string[] = [...BEFORE, ...BEHIND];

/** The steps that a step waits for, and those that wait for it, as they were written. */
export function linksOf(fields: Fields): { dependsOn: string[]; requiredBy: Behind[] } {
  const before = fields.has(CONTEXT, Array.isArray) ? [...BEFORE, CONTEXT] : BEFORE;
  const dependsOn = takeLinks(fields, before).map(({ to }) => to);
  return { dependsOn: [...new Set(dependsOn)], requiredBy: takeLinks(fields, BEHIND) };
}

/** The links of all the fields together. */
function takeLinks(fields: Fields, names: readonly string[]): Behind[] {
  return fields.takeAll(...names).flatMap(({ key, value }) => {
    const found = linksIn(value);
    if (found === null) fields.refuse(STEP_TAKES.dependsOn, key);
    else fields.refuseInside(found.left, key);
    return (found?.links ?? []).map((to) => ({ to, at: { name: key, value: to, takes: LINK_TAKES } }));
  });
}

/** Links out of a list, a comma-separated text, or an object by id; null when some are none. */
function linksIn(value: Json): { links: string[]; left: LeftOut[] } | null {
  if (Array.isArray(value)) return linksInList(value);
  if (!isObject(value)) return { links: partsOf(String(value)), left: [] };
  const one = linksInList([value]);
  if (one !== null) return one;
  const left = Object.entries(value).filter(([, rule]) => rule !== null && rule !== true);
  return {
    links: Object.keys(value),
    left: left.map(([name, rule]) => ({ name, value: rule, takes: null })),
  };
}

function linksInList(items: readonly Json[]): { links: string[]; left: LeftOut[] } | null {
  const links: string[] = [];
  const left: LeftOut[] = [];
  for (const [index, item] of items.entries()) {
    const inner = fieldsOf(isObject(item) ? item : { id: item });
    const link = textOf(inner.take(...STEP));
    if (link === undefined) return null;
    links.push(link);
    left.push(...inner.left().map((field) => ({ ...field, name: `${index + 1}.${field.name}` })));
  }
  return { links, left };
}
