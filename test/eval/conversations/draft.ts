import { mentionsOf, nameOf } from "./naming.ts";
import { type Graph, numberOf, stepOf, upstreamOf } from "./oracle.ts";
import { oneOf, type Random, shuffled } from "./random.ts";
import { slugOf, type Titles } from "./titles.ts";

/** What a turn is made from: the plan as it stands and the steps that later conditions lean on. */
export type Scene = {
  random: Random;
  titles: Titles;
  graph: Graph;
  /** Steps that a condition reads or that have one: they are not removed, merged, moved or cut. */
  fixed: ReadonlySet<string>;
};

/** A message that changes the plan. The first of `graphs` is what it says, the others are as right. */
export type EditDraft = {
  type: "edit";
  category: string;
  say: string;
  graphs: Graph[];
  /** What a right reply would be. */
  reply: string;
  /** The step that "it" stands for afterwards. */
  focus: string | null;
  /** The same order for another step, on the same plan: what "no, I meant …" asks for. */
  again?: (id: string) => Graph[] | null;
  anyPlace?: string[];
  fix?: string[];
};

/** A message that only words answer. */
export type WordsDraft = {
  type: "refuse" | "ask" | "answer";
  category: string;
  say: string;
  mentions: string[];
  reply: string;
  focus: string | null;
};

export type Draft = EditDraft | WordsDraft;

export type Maker = (scene: Scene) => Draft | null;

export function namer({ random, graph }: Scene): (id: string) => string {
  return (id) => nameOf(random, graph, id);
}

export function told(graph: Graph, id: string): string {
  return `step ${numberOf(graph, id)} "${stepOf(graph, id).title}"`;
}

/** One of the ways of saying it; a template is a function so that every name in it is drawn anew. */
export function phrased<Said = string>(random: Random, ways: readonly (() => Said)[]): Said {
  return oneOf(random, ways)();
}

export function aStep({ random, graph }: Scene, fits: (id: string) => boolean = () => true): string | null {
  return shuffled(random, graph.map((step) => step.id).filter(fits))[0] ?? null;
}

/** Two steps of which neither waits for the other; the second stands later in the list or not. */
export function unrelatedPair(
  scene: Scene,
  fits: (id: string) => boolean = () => true,
): [string, string] | null {
  const one = aStep(scene, fits);
  if (one === null) return null;
  const other = aStep(scene, (id) => id !== one && fits(id) && !areRelated(scene.graph, one, id));
  return other === null ? null : [one, other];
}

export function areRelated(graph: Graph, one: string, other: string): boolean {
  return upstreamOf(graph, one).has(other) || upstreamOf(graph, other).has(one);
}

export function isFree({ fixed }: Scene): (id: string) => boolean {
  return (id) => !fixed.has(id);
}

/** A direct dependency: the one that waits, and what it waits for. */
export function aLink(scene: Scene, fits: (waits: string, on: string) => boolean): [string, string] | null {
  const links = scene.graph.flatMap((step) => step.dependsOn.map((on): [string, string] => [step.id, on]));
  return (
    shuffled(
      scene.random,
      links.filter(([waits, on]) => fits(waits, on)),
    )[0] ?? null
  );
}

export function newStep({ titles, random }: Scene) {
  const title = titles.next(oneOf(random, ["middle", "end"] as const), Math.floor(random() * 12));
  return { id: slugOf(title), title };
}

export function words(
  type: WordsDraft["type"],
  category: string,
  say: string,
  scene: Scene,
  ids: readonly string[],
  reply: string,
): WordsDraft {
  return {
    type,
    category,
    say,
    mentions: mentionsOf(scene.graph, ids),
    reply,
    focus: type === "answer" ? (ids[0] ?? null) : null,
  };
}
