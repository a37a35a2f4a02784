import type { Plan, Step } from "#server/core/plan.ts";
import type { Behind, Edge } from "./loose-edges.ts";
import type { LeftOut } from "./loose-fields.ts";
import type { LooseStep } from "./loose-step.ts";
import { type IdOf, inOurWords } from "./our-references.ts";
import { idMaker, renamedIds } from "./rename-ids.ts";

/** A step as it was pasted, with the id that it gets and the ids that it waits for. */
type Placed = { loose: LooseStep; id: string; dependsOn: Set<string> };

// How other tools name what comes before the first step and behind the last one.
const START = /^_*start_*$/i;
const END = /^_*end_*$/i;

/**
 * Pasted steps with ids that a plan can have, and with their links and references following. `unplaced`
 * is where links were that lead to no step. Of numbered steps, links may say the number.
 */
export function linkSteps(
  pasted: readonly LooseStep[],
  edges: readonly Edge[],
  isNumbered: boolean,
): { steps: Step[]; unplaced: ReadonlySet<LeftOut> } {
  const placed = withIds(pasted);
  const targets = linkTargets(placed, isNumbered);
  const idOf = (written: string) => targets.get(written) ?? targets.get(written.trim().toLowerCase());

  const byId = Map.groupBy(placed, ({ id }) => id);
  const unplaced = new Set<LeftOut>();
  function place(behind: Behind, from: string): void {
    const [waiting] = byId.get(idOf(behind.to) ?? "") ?? [];
    if (waiting) waiting.dependsOn.add(from);
    else if (!END.test(behind.to)) unplaced.add(behind.at);
  }
  for (const { loose, dependsOn } of placed)
    for (const link of loose.dependsOn) dependsOn.add(idOf(link) ?? link);
  for (const { loose, id } of placed) for (const behind of loose.requiredBy) place(behind, id);
  for (const edge of edges) {
    const from = idOf(edge.from);
    if (from !== undefined || !START.test(edge.from)) place(edge, from ?? edge.from);
  }

  const steps = placed.map(
    ({ loose: { title, fields }, id, dependsOn }): Step => ({
      kind: "reasoning",
      instructions: "",
      expectedOutput: "",
      ...inOurWords(fields, idOf),
      id,
      title,
      dependsOn: [...dependsOn],
      ...(fields.verifies !== undefined && { verifies: idOf(fields.verifies) ?? fields.verifies }),
    }),
  );
  return { steps, unplaced };
}

/** A plan in our own form stays as it is, but for ids that plans cannot have. */
export function withPossibleIds(plan: Plan): Plan {
  const renamed = renamedIds(plan.steps.map(({ id }) => id));
  if (renamed.size === 0) return plan;
  const idOf: IdOf = (written) => renamed.get(written);
  const follow = (id: string) => renamed.get(id) ?? id;
  const steps = plan.steps.map(
    (step): Step => ({
      ...inOurWords(step, idOf),
      id: follow(step.id),
      dependsOn: step.dependsOn.map(follow),
      ...(step.verifies !== undefined && { verifies: follow(step.verifies) }),
    }),
  );
  return { ...plan, steps };
}

function withIds(pasted: readonly LooseStep[]): Placed[] {
  const given = pasted.map(({ id }) => id);
  const renamed = renamedIds(given);
  const taken = new Set(given.flatMap((id) => (id === null ? [] : [renamed.get(id) ?? id])));
  const makeId = idMaker(taken);
  return pasted.map((loose, index) => {
    const id = loose.id === null ? makeId(loose.title, index) : (renamed.get(loose.id) ?? loose.id);
    return { loose, id, dependsOn: new Set() };
  });
}

/** What a link may say, and the id that it means: an id first, then a step's name, a step without an id first. */
function linkTargets(placed: readonly Placed[], isNumbered: boolean): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  const offer = (text: string, id: string) => {
    if (!targets.has(text)) targets.set(text, id);
  };
  for (const { loose, id } of placed) if (loose.id !== null) offer(loose.id, id);
  for (const { id } of placed) offer(id, id);
  for (const hasId of [false, true]) {
    const named = placed.filter(({ loose }) => (loose.id !== null) === hasId);
    for (const change of [(name: string) => name, (name: string) => name.trim().toLowerCase()])
      for (const { loose, id } of named)
        for (const name of loose.names) if (name.trim() !== "") offer(change(name), id);
  }
  if (isNumbered || placed.every(({ loose }) => loose.id === null))
    for (const [index, { id }] of placed.entries())
      for (const lead of ["", "step ", "#"]) offer(`${lead}${index + 1}`, id);
  return targets;
}
