import type { GraphLayout } from "./graph-layout.ts";

/** Where an arrow key leads from a card: along its links up and down, along its row left and right. */
export function neighbourOf(layout: GraphLayout, id: string, key: string): string | undefined {
  const position = layout.positions.get(id);
  if (!position) return undefined;
  const row = layout.rows[position.rank] ?? [];
  const nearest = (ids: readonly string[]) =>
    ids
      .flatMap((other) => {
        const place = layout.positions.get(other);
        return place ? [{ other, distance: Math.abs(place.x - position.x) }] : [];
      })
      .sort((a, b) => a.distance - b.distance)[0]?.other;

  switch (key) {
    case "ArrowUp":
      return nearest(
        layout.edges.filter((edge) => edge.to === id && !edge.closesCircle).map((edge) => edge.from),
      );
    case "ArrowDown":
      return nearest(
        layout.edges.filter((edge) => edge.from === id && !edge.closesCircle).map((edge) => edge.to),
      );
    case "ArrowLeft":
      return row[row.indexOf(id) - 1];
    case "ArrowRight":
      return row[row.indexOf(id) + 1];
    case "Home":
      return layout.rows[0]?.[0];
    case "End":
      return layout.rows.at(-1)?.at(-1);
    default:
      return undefined;
  }
}
