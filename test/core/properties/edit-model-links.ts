import type { Step } from "#server/core/plan.ts";

export function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}

/** The list with one step made anew; the others stay the same objects. */
export function replaced(steps: readonly Step[], id: string, change: (step: Step) => Step): Step[] {
  return steps.map((step) => (step.id === id ? change(step) : step));
}

/** A step whose links stay as they are stays the same object. */
export function linkedTo(
  steps: readonly Step[],
  id: string,
  change: (old: readonly string[]) => readonly string[],
): Step[] {
  return replaced(steps, id, (step) => {
    const dependsOn = [...change(step.dependsOn)];
    return dependsOn.join() === step.dependsOn.join() ? step : { ...step, dependsOn };
  });
}

/** Every step that waits for one waits for others in its place. */
export function relinked(steps: readonly Step[], id: string, others: readonly string[]): Step[] {
  return steps.reduce(
    (list, step) =>
      step.dependsOn.includes(id)
        ? linkedTo(list, step.id, (old) =>
            unique(old.flatMap((item) => (item === id ? others : [item]))).filter((item) => item !== step.id),
          )
        : list,
    [...steps],
  );
}

/** Each of the ids waits for the step, which takes the place of what it waits for itself. */
export function requiredBy(steps: readonly Step[], id: string, ids: readonly string[]): Step[] {
  return ids.reduce(
    (list, other) => {
      const own = list.find((step) => step.id === id)?.dependsOn ?? [];
      return linkedTo(list, other, (old) => unique([...old.filter((item) => !own.includes(item)), id]));
    },
    [...steps],
  );
}

/** 0 is the start of the list, null its end. */
export function placedAfter(steps: readonly Step[], id: string, anchor: string | 0 | null): Step[] {
  const step = steps.filter((item) => item.id === id);
  const rest = steps.filter((item) => item.id !== id);
  const at =
    anchor === 0 ? 0 : anchor === null ? rest.length : rest.findIndex((item) => item.id === anchor) + 1;
  return [...rest.slice(0, at), ...step, ...rest.slice(at)];
}
