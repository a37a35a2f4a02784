import { canonicalJson, isObject, type Json } from "./json.ts";
import type { Plan, Step } from "./plan.ts";
import type { StoredEdit } from "./revision.ts";

type Source = { revision: number; messageId: string };

/** Who last set a value; `original` is who set it first, when the last one only brought it back. */
export type Blame = Source & { original?: Source };

/** By path: a field, or a part of one (`dependsOn.<step id>`, `input.<parameter>`). */
export type Blames = ReadonlyMap<string, Blame>;

export type BlamedRevision = Source & {
  plan: Plan;
  edits: readonly StoredEdit[];
  restoredFrom: number | null;
  /** The revision that the change was made to; 0 is no plan. */
  baseRevision: number;
};

/** Paths of the plan itself, and those of each step by its key. */
export type PlanBlame = { plan: Blames; steps: ReadonlyMap<string, Blames> };

type Known = { text: string; values: ReadonlyMap<string, string>; blames: Blames };
type Standing = { plan: Known; steps: ReadonlyMap<string, Known> };

const NOTHING: Known = { text: "", values: new Map(), blames: new Map() };
const NO_PLAN: Standing = { plan: NOTHING, steps: new Map() };

type Links = Omit<BlamedRevision, "plan" | "messageId">;

/** The revisions that this one brought something back from. */
export function revisionsBroughtBack({
  edits,
  restoredFrom,
}: Pick<Links, "edits" | "restoredFrom">): number[] {
  const named = edits.flatMap(({ op, revision }) =>
    (op === "restore_revision" || op === "restore_step") && typeof revision === "number" ? [revision] : [],
  );
  return restoredFrom === null ? named : [...named, restoredFrom];
}

/**
 * Follows the revisions of a plan, oldest first, and knows for each path which one last changed it.
 * `links` are theirs: what they bring back, and what they are changes of.
 */
export function followRevisions(links: readonly Links[]) {
  const targets = new Set(
    links.flatMap((link) => [
      ...revisionsBroughtBack(link),
      ...(link.baseRevision === link.revision - 1 ? [] : [link.baseRevision]),
    ]),
  );
  let current = NO_PLAN;
  const kept = new Map<number, Standing>();
  // Without a revision, a step comes back as it was last.
  const lastSeen = new Map<string, Known>();

  return {
    add: ({ revision, messageId, plan, edits, restoredFrom, baseRevision }: BlamedRevision): void => {
      const base = baseRevision === 0 ? NO_PLAN : (kept.get(baseRevision) ?? current);
      const by = { revision, messageId };
      const sources = revisionsBroughtBack({ edits, restoredFrom }).flatMap((from) => kept.get(from) ?? []);
      const broughtBack = new Set(
        edits.flatMap(({ op, step, revision }) => (op === "restore_step" && revision === null ? [step] : [])),
      );
      const { steps: _steps, ...head } = plan;
      const steps = new Map<string, Known>();
      for (const [key, step] of keyedSteps(plan.steps)) {
        const before = base.steps.get(key);
        const others = sources.flatMap((source) => source.steps.get(key) ?? []);
        const gone = broughtBack.has(step.id) ? lastSeen.get(key) : undefined;
        steps.set(key, follow(before, step, by, gone === undefined ? others : [...others, gone]));
      }
      const heads = sources.map((source) => source.plan);
      current = { plan: follow(base.plan, head, by, heads), steps };
      for (const [key, known] of steps) lastSeen.set(key, known);
      if (targets.has(revision)) kept.set(revision, current);
    },
    blame: (): PlanBlame => ({
      plan: current.plan.blames,
      steps: new Map([...current.steps].map(([key, { blames }]) => [key, blames])),
    }),
  };
}

/** A step's key is its id; a broken draft may have an id twice, then the second is `id#2`. */
function keyedSteps(steps: readonly Step[]): [string, Step][] {
  const counts = new Map<string, number>();
  return steps.map((step) => {
    const count = (counts.get(step.id) ?? 0) + 1;
    counts.set(step.id, count);
    return [count === 1 ? step.id : `${step.id}#${count}`, step];
  });
}

function follow(before: Known = NOTHING, item: object, by: Source, sources: readonly Known[]): Known {
  const text = canonicalJson(item);
  if (text === before.text) return before;
  const values = valuesOf(item);
  const blames = [...values].map(([path, value]): [string, Blame] => {
    const standing = before.values.get(path) === value ? before.blames.get(path) : undefined;
    if (standing) return [path, standing];
    const source = sources.find((known) => known.values.get(path) === value)?.blames.get(path);
    if (!source) return [path, by];
    const { revision, messageId } = source.original ?? source;
    return [path, { ...by, original: { revision, messageId } }];
  });
  return { text, values, blames: new Map(blames) };
}

function valuesOf(item: object): Map<string, string> {
  const values = new Map<string, string>();
  for (const [field, value] of Object.entries(item) as [string, Json][]) {
    if (field === "dependsOn" && Array.isArray(value)) {
      // What a step waits for has no order.
      const ids = [...new Set(value.map(String))].sort();
      values.set(field, canonicalJson(ids));
      for (const id of ids) values.set(`${field}.${id}`, "");
    } else {
      values.set(field, canonicalJson(value));
      if (field !== "input" || !isObject(value)) continue;
      for (const [name, part] of Object.entries(value)) values.set(`${field}.${name}`, canonicalJson(part));
    }
  }
  return values;
}
