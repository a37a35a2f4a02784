import type { Issue } from "#server/core/plan.ts";

/** The ids of the circle that a message tells, in the order of running, the first repeated at the end. */
export function toldCircle({ message }: Issue): string[] {
  return /in a circle: (.+)\. Remove/u.exec(message)?.[1]?.split(" → ") ?? [];
}

/** The links of a circle: each step with the one that waits for it. */
export function linksOf(circle: readonly string[]): string[] {
  return circle.slice(1).map((id, place) => `${circle[place]} → ${id}`);
}

/** A ring of ids as it is told: from the one that is first in the list. */
export function circleFrom(ring: readonly string[], list: readonly string[]): string[] {
  const first = Math.min(...ring.map((id) => list.indexOf(id)));
  const at = ring.findIndex((id) => list.indexOf(id) === first);
  const turned = [...ring.slice(at), ...ring.slice(0, at)];
  return [...turned, ...turned.slice(0, 1)];
}
