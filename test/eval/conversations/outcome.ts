import { z } from "zod";
import { caseStepSchema, type Graph } from "./oracle.ts";

/** What a turn makes of the plan, as the difference to the plan before it. */
export const outcomeSchema = z.strictObject({
  removed: z.array(z.string()).optional(),
  /** Kept steps that change, by id, as they are afterwards. */
  changed: z.array(caseStepSchema).optional(),
  added: z.array(caseStepSchema).optional(),
  /** The ids in the order of the list, when it is not the one before without the removed and with the added last. */
  order: z.array(z.string()).optional(),
  /** Added steps that may stand in any place of the list, because the words do not say which. */
  anyPlace: z.array(z.string()).optional(),
});
export type Outcome = z.infer<typeof outcomeSchema>;

export function outcomeOf(before: Graph, after: Graph, anyPlace: readonly string[] = []): Outcome {
  const [was, is] = [byId(before), byId(after)];
  const removed = before.filter((step) => !is.has(step.id)).map((step) => step.id);
  const added = after.filter((step) => !was.has(step.id));
  const changed = after.filter((step) => {
    const earlier = was.get(step.id);
    return earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(step);
  });
  const order = after.map((step) => step.id);
  const usual = usualOrder(before, removed, added);
  return {
    ...(removed.length > 0 && { removed }),
    ...(changed.length > 0 && { changed }),
    ...(added.length > 0 && { added }),
    ...(order.join(" ") !== usual.join(" ") && { order }),
    ...(anyPlace.length > 0 && { anyPlace: [...anyPlace] }),
  };
}

export function applyOutcome(before: Graph, outcome: Outcome): Graph {
  const { removed = [], changed = [], added = [] } = outcome;
  const steps = byId([...before, ...changed, ...added]);
  const order = outcome.order ?? usualOrder(before, removed, added);
  return order.flatMap((id) => steps.get(id) ?? []);
}

function usualOrder(before: Graph, removed: readonly string[], added: Graph): string[] {
  return [...before.filter((step) => !removed.includes(step.id)), ...added].map((step) => step.id);
}

function byId(graph: Graph) {
  return new Map(graph.map((step) => [step.id, step]));
}
