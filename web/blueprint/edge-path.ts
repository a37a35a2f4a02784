import type { Point } from "./graph-layout.ts";

const ARROW_ROOM = 5;

/** SVG path data of a link: straight where its points are above each other, otherwise a soft curve. */
export function edgePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${at(first[0])} ${at(first[1])}`;
  let [fromX, fromY] = first;
  for (const [index, [x, y]] of rest.entries()) {
    const end = index === rest.length - 1 ? y - ARROW_ROOM : y;
    if (Math.abs(fromX - x) < 0.5) {
      path += `V${at(end)}`;
    } else {
      const middle = at((fromY + end) / 2);
      path += `C${at(fromX)} ${middle} ${at(x)} ${middle} ${at(x)} ${at(end)}`;
    }
    [fromX, fromY] = [x, y];
  }
  return path;
}

export function arrowPath(points: readonly Point[]): string {
  const last = points.at(-1);
  return last ? `M${at(last[0] - 4)} ${at(last[1] - 7)}h8l-4 6z` : "";
}

function at(value: number): string {
  return value.toFixed(1);
}
