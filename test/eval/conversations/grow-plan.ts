import { z } from "zod";
import type { CaseStep } from "./oracle.ts";
import { endsOf } from "./oracle.ts";
import { between, oneOf, type Random, shuffled } from "./random.ts";
import { slugOf, type Titles } from "./titles.ts";

export const shapeSchema = z.object({
  id: z.string(),
  source: z.string(),
  licence: z.string(),
  nodes: z.array(z.object({ id: z.string() })),
  edges: z.array(z.tuple([z.string(), z.string()])),
  expect: z.object({ valid: z.boolean() }),
});
export type Shape = z.infer<typeof shapeSchema>;

/** A plan of about `size` steps, put together from the shapes of real ones; only who waits for whom is taken over. */
export function growPlan(random: Random, shapes: readonly Shape[], size: number, titles: Titles) {
  const used: string[] = [];
  let steps: CaseStep[] = [];
  for (let part = 0; steps.length < size; part += 1) {
    const room = size - steps.length;
    const fitting = shapes.filter(
      ({ nodes, edges }) => nodes.length <= room && edges.length >= nodes.length - 2,
    );
    const shape = fitting.length > 0 ? oneOf(random, fitting) : chainOf(room);
    used.push(shape.id);
    const ends = endsOf(steps);
    const grown = stepsOf(shape, part, titles);
    const isJoined = ends.length > 0 && (ends.length > 3 || random() < 0.7);
    const joins = isJoined ? shuffled(random, ends).slice(0, between(random, 1, 3)) : [];
    const entries = grown.filter((step) => step.dependsOn.length === 0).slice(0, 2);
    steps = [
      ...steps,
      ...grown.map((step) =>
        entries.includes(step) ? { ...step, dependsOn: [...step.dependsOn, ...joins] } : step,
      ),
    ];
  }
  return { steps, used: [...new Set(used)].filter((id) => id !== CHAIN) };
}

const CHAIN = "chain";

function chainOf(length: number): Pick<Shape, "id" | "nodes" | "edges"> {
  const ids = Array.from({ length }, (_, index) => `n${index}`);
  return {
    id: CHAIN,
    nodes: ids.map((id) => ({ id })),
    edges: ids.slice(1).map((id, index) => [`n${index}`, id]),
  };
}

function stepsOf({ nodes, edges }: Pick<Shape, "nodes" | "edges">, part: number, titles: Titles): CaseStep[] {
  const before = (id: string) => edges.filter(([, to]) => to === id).map(([from]) => from);
  const sorted: string[] = [];
  while (sorted.length < nodes.length) {
    const ready = nodes.find(
      ({ id }) => !sorted.includes(id) && before(id).every((other) => sorted.includes(other)),
    );
    if (!ready) throw new Error("A shape with a circle cannot be grown.");
    sorted.push(ready.id);
  }
  const renamed = new Map<string, string>();
  return sorted.map((node) => {
    const isEnd = !edges.some(([from]) => from === node);
    const title = titles.next(before(node).length === 0 ? "start" : isEnd ? "end" : "middle", part);
    renamed.set(node, slugOf(title));
    return { id: slugOf(title), title, dependsOn: before(node).map((other) => renamed.get(other) ?? other) };
  });
}
