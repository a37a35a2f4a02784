import { z } from "zod";

// What each edit does to a plan, written down a second time and without the product's own code, so that
// a mistake there does not make itself right. The rules are those of the design: a removed step hands its
// dependencies on, a split keeps the settings, a merge unites, a swap exchanges two names.

/** One step as far as a conversation can be measured by it. A setting that is absent has its default. */
export const caseStepSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  dependsOn: z.array(z.string()),
  approval: z.literal(true).optional(),
  retries: z.number().optional(),
  onError: z.enum(["continue", "stop"]).optional(),
  if: z.string().optional(),
});
export type CaseStep = z.infer<typeof caseStepSchema>;
export type Graph = readonly CaseStep[];

export function stepOf(graph: Graph, id: string): CaseStep {
  const step = graph.find((other) => other.id === id);
  if (!step) throw new Error(`There is no step ${id}.`);
  return step;
}

export function numberOf(graph: Graph, id: string): number {
  return graph.findIndex((step) => step.id === id) + 1;
}

/** All that a step waits for, directly or through others. */
export function upstreamOf(graph: Graph, id: string): Set<string> {
  const direct = new Map(graph.map((step) => [step.id, step.dependsOn]));
  const found = new Set(direct.get(id));
  for (const upstream of found) for (const further of direct.get(upstream) ?? []) found.add(further);
  return found;
}

export function dependentsOf(graph: Graph, id: string): string[] {
  return graph.filter((step) => step.dependsOn.includes(id)).map((step) => step.id);
}

/** The steps that nothing waits for. */
export function endsOf(graph: Graph): string[] {
  const waitedFor = new Set(graph.flatMap((step) => step.dependsOn));
  return graph.filter((step) => !waitedFor.has(step.id)).map((step) => step.id);
}

/** The steps that wait for nothing. */
export function startsOf(graph: Graph): string[] {
  return graph.filter((step) => step.dependsOn.length === 0).map((step) => step.id);
}

export function change(graph: Graph, id: string, fields: Partial<CaseStep>): Graph {
  return graph.map((step) => (step.id === id ? withoutDefaults({ ...step, ...fields }) : step));
}

export function waitOnly(graph: Graph, id: string, dependsOn: readonly string[]): Graph {
  return change(graph, id, { dependsOn: unique(dependsOn) });
}

export function waitFor(graph: Graph, id: string, others: readonly string[]): Graph {
  return waitOnly(graph, id, [...stepOf(graph, id).dependsOn, ...others]);
}

export function waitNoMoreFor(graph: Graph, id: string, others: readonly string[]): Graph {
  return waitOnly(
    graph,
    id,
    stepOf(graph, id).dependsOn.filter((other) => !others.includes(other)),
  );
}

/** Every step that waits for `id` waits for `others` in its place. */
function handOn(graph: Graph, id: string, others: readonly string[]): Graph {
  return graph.map((step) => ({
    ...step,
    dependsOn: unique(step.dependsOn.flatMap((other) => (other === id ? others : [other]))).filter(
      (other) => other !== step.id,
    ),
  }));
}

export function remove(graph: Graph, id: string, how: "bridge" | "detach" = "bridge"): Graph {
  const { dependsOn } = stepOf(graph, id);
  return handOn(graph, id, how === "bridge" ? dependsOn : []).filter((step) => step.id !== id);
}

/** `requiredBy` wait for the new step, which takes the place of the dependencies that it has itself. */
export function add(graph: Graph, step: CaseStep, index: number, requiredBy: readonly string[]): Graph {
  const rewired = graph.map((other) =>
    requiredBy.includes(other.id)
      ? {
          ...other,
          dependsOn: unique([...other.dependsOn.filter((id) => !step.dependsOn.includes(id)), step.id]),
        }
      : other,
  );
  return rewired.toSpliced(index, 0, step);
}

type Part = { id: string; title: string };

/** The first part keeps the place and the id of the whole. */
export function split(graph: Graph, id: string, parts: readonly [Part, Part], isParallel: boolean): Graph {
  const whole = stepOf(graph, id);
  const [first, second] = [
    { ...whole, title: parts[0].title },
    { ...whole, id: parts[1].id, title: parts[1].title, dependsOn: isParallel ? whole.dependsOn : [id] },
  ];
  const handed = handOn(graph, id, isParallel ? [id, second.id] : [second.id]);
  return handed.toSpliced(numberOf(graph, id) - 1, 1, first, second);
}

/** Both become one step in the place of the first. */
export function merge(graph: Graph, first: string, second: string, title: string): Graph {
  const both = [stepOf(graph, first), stepOf(graph, second)];
  const dependsOn = unique(both.flatMap((step) => step.dependsOn)).filter(
    (id) => id !== first && id !== second,
  );
  const approval = both.some((step) => step.approval) ? { approval: true as const } : {};
  return change(
    handOn(graph, second, [first]).filter((step) => step.id !== second),
    first,
    { title, dependsOn, ...approval },
  );
}

export function place(graph: Graph, id: string, after: string | null): Graph {
  const rest = graph.filter((step) => step.id !== id);
  const index = after === null ? rest.length : numberOf(rest, after);
  return rest.toSpliced(index, 0, stepOf(graph, id));
}

/** The step leaves its place in the order of running, as if it were removed, and waits for `dependsOn`. */
export function reinsert(
  graph: Graph,
  id: string,
  dependsOn: readonly string[],
  requiredBy: readonly string[],
  how: "bridge" | "detach" = "bridge",
): Graph {
  const moved = { ...stepOf(graph, id), dependsOn: unique(dependsOn) };
  return add(remove(graph, id, how), moved, numberOf(graph, id) - 1, requiredBy);
}

export function swap(graph: Graph, one: string, other: string): Graph {
  const exchanged = (id: string) => (id === one ? other : id === other ? one : id);
  return graph.map((step) => {
    const dependsOn = step.dependsOn.map(exchanged);
    return { ...stepOf(graph, exchanged(step.id)), dependsOn };
  });
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

function withoutDefaults(step: CaseStep): CaseStep {
  const { approval, retries, onError, if: condition, ...rest } = step;
  return {
    ...rest,
    ...(approval && { approval }),
    ...(retries !== undefined && { retries }),
    ...(onError && { onError }),
    ...(condition !== undefined && { if: condition }),
  };
}
