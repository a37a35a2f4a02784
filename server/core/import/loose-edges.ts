import { isObject, type Json } from "#server/core/json.ts";
import { EDGE_TAKES, EDGES_TAKE } from "./field-values.ts";
import { type Fields, fieldsOf, type LeftOut, textOf } from "./loose-fields.ts";

/** A step that waits for another one, as it was written; `at` is where. */
export type Behind = { to: string; at: LeftOut };
export type Edge = Behind & { from: string };

const EDGES = ["edges", "connections", "links", "transitions", "arrows"];
const DEPENDENCIES = ["dependencies", "dependsOn"];
const FROM = ["from", "source", "sourceId"];
const TO = ["to", "target", "targetId"];
const STEP = ["node", "step", "id", "name"];

export const EDGE_NAMES: readonly string[] = [...EDGES, ...DEPENDENCIES];

/** The links of a plan that lists them apart from its steps. What is no link is left out. */
export function takeEdges(fields: Fields): Edge[] {
  const edges: Edge[] = [];
  for (const { key, value } of fields.takeAll(...EDGES)) {
    if (isObject(value)) edges.push(...edgesOfObject(key, value));
    else if (Array.isArray(value)) edges.push(...edgesOfList(key, value, fields));
    else fields.refuse(EDGES_TAKE, key);
  }
  for (const { key, value } of fields.takeAll(...DEPENDENCIES)) {
    if (!isObject(value)) fields.refuse('an object such as {"send": ["fetch"]}', key);
    else for (const { from, to, at } of edgesOfObject(key, value)) edges.push({ from: to, to: from, at });
  }
  return edges;
}

/** `{"a": ["b", "c"]}`, with lists inside of outputs as deep as a tool has them. */
function edgesOfObject(key: string, object: { [from: string]: Json }): Edge[] {
  return Object.entries(object).flatMap(([from, value]) =>
    targetsOf(value).map((to) => ({ from, to, at: { name: `${key}.${from}`, value, takes: EDGE_TAKES } })),
  );
}

function targetsOf(value: Json): string[] {
  const step = stepOf(value);
  if (step !== undefined) return [step];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(targetsOf) : [];
}

function edgesOfList(key: string, items: readonly Json[], fields: Fields): Edge[] {
  const left: LeftOut[] = [];
  const edges = items.flatMap((value, index): Edge[] => {
    const name = String(index + 1);
    const inner = fieldsOf(isObject(value) ? value : {});
    const [from, to, ...more] = isObject(value)
      ? [stepOf(inner.take(...FROM)), stepOf(inner.take(...TO))]
      : endsOf(value);
    if (from === undefined || to === undefined || more.length > 0) {
      left.push({ name, value, takes: EDGE_TAKES });
      return [];
    }
    left.push(...inner.left().map((field) => ({ ...field, name: `${name}.${field.name}` })));
    return [{ from, to, at: { name: `${key}.${name}`, value, takes: EDGE_TAKES } }];
  });
  fields.refuseInside(left, key);
  return edges;
}

/** The ends of `["a", "b"]` or `"a -> b"`. */
function endsOf(item: Json): (string | undefined)[] {
  if (Array.isArray(item)) return item.map(stepOf);
  return typeof item === "string" ? item.split(/-+>|=+>|→/).map((end) => end.trim()) : [];
}

function stepOf(value: Json | undefined): string | undefined {
  return isObject(value) ? textOf(fieldsOf(value).take(...STEP)) : textOf(value);
}
