import { ancestryIn, type IsBefore } from "#server/core/ancestry.ts";
import { type Component, components, type Graph, indexGraph } from "#server/core/graph-index.ts";
import type { JsonSchema } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { type Path, writePath } from "#server/core/path.ts";
import { type NearNames, searchNear } from "./known-names.ts";
import { partsOf } from "./leave-out.ts";
import { type Place, placeAt } from "./schema-place.ts";
import { type SchemaProblem, searchProblems } from "./schema-validator.ts";
import type { Workspace } from "./workspace.ts";

/** What the checks of one step know of the plan and the workspace around it. */
export type Outline = {
  /** The ids of the plan, each once. */
  ids: readonly string[];
  /** Number of the first step that has an id. */
  numbers: ReadonlyMap<string, number>;
  nearIds: NearNames;
  /** The id of the step that a text names by its number or title. */
  idNamed: (text: string) => string | undefined;
  graph: Graph;
  /** The steps in groups that lead to each other, each group after those that it waits for. */
  parts: readonly Component[];
  isBefore: IsBefore;
  /** The schema of what a step gives, when it has one. */
  outputSchemaOf: (id: string) => JsonSchema | undefined;
  /** What a schema says of a place in its values; null when it does not say. */
  placeIn: (schema: JsonSchema, path: Path) => Place | null;
  /** The same of a place that a JSON pointer leads to. */
  placeUnder: (schema: JsonSchema, pointer: string) => Place | null;
  schemaProblem: SchemaProblem;
  tools: ReadonlyMap<string, ToolDefinition>;
  /** Names of the tools that the agent may use. */
  usableTools: readonly string[];
  nearTools: NearNames;
  /** Ids of the steps whose outcome a check confirms. */
  verified: ReadonlySet<string>;
};

export function outlineOf({ steps }: Plan, { tools, granted }: Workspace): Outline {
  const numbers = new Map<string, number>();
  const byId = new Map<string, Step>();
  for (const [index, step] of steps.entries()) {
    if (!numbers.has(step.id)) numbers.set(step.id, index + 1);
    byId.set(step.id, step);
  }
  const ids = [...numbers.keys()];
  const graph = indexGraph(steps);
  const parts = components(graph);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const usableTools = tools
    .filter(({ name, policy }) => policy !== "off" && (!granted || granted.includes(name)))
    .map(({ name }) => name);
  return {
    ids,
    numbers,
    nearIds: searchNear(ids),
    idNamed: searchNamed(steps),
    graph,
    parts,
    isBefore: ancestryIn(graph, parts),
    outputSchemaOf(id) {
      const step = byId.get(id);
      if (step?.outputSchema || step?.kind !== "tool") return step?.outputSchema;
      return step.tool === undefined ? undefined : byName.get(step.tool)?.outputSchema;
    },
    placeIn: remembered(writePath, placeAt),
    placeUnder: remembered(
      (pointer: string) => pointer,
      (schema, pointer) => placeAt(schema, partsOf(pointer)),
    ),
    schemaProblem: searchProblems(),
    tools: byName,
    usableTools,
    nearTools: searchNear(usableTools),
    verified: new Set(steps.flatMap(({ verifies }) => verifies ?? [])),
  };
}

/** Titles are listed when somebody asks for one: in a sound plan nobody does. */
function searchNamed(steps: readonly Step[]): Outline["idNamed"] {
  let titles: ReadonlyMap<string, string> | undefined;
  return (text) => {
    const words = text.trim().toLowerCase();
    const [, number] = /^(?:step\s*)?#?(\d+)$/.exec(words) ?? [];
    if (number !== undefined) return steps[Number(number) - 1]?.id;
    titles ??= new Map(steps.map(({ title, id }) => [title.trim().toLowerCase(), id] as const).reverse());
    return words === "" ? undefined : titles.get(words);
  };
}

/** Many steps refer to the same place of the same tool's output. */
function remembered<Way>(
  written: (way: Way) => string,
  search: (schema: JsonSchema, way: Way) => Place | null,
): (schema: JsonSchema, way: Way) => Place | null {
  const found = new Map<JsonSchema, Map<string, Place | null>>();
  return (schema, way) => {
    const places = found.get(schema) ?? new Map<string, Place | null>();
    if (places.size === 0) found.set(schema, places);
    const key = written(way);
    let place = places.get(key);
    if (place === undefined) {
      place = search(schema, way);
      places.set(key, place);
    }
    return place;
  };
}
