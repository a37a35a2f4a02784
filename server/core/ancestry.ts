import { components, indexGraph, type Node } from "./graph-index.ts";

/** A test of whether the first id settles before the second, directly or through others. */
export function ancestry(nodes: readonly Node[]): (earlierId: string, id: string) => boolean {
  let table: Table | null = null;
  return (earlierId, id) => {
    table ??= ancestorTable(nodes);
    const [bit, place] = [table.places.get(earlierId), table.places.get(id)];
    if (bit === undefined || place === undefined) return false;
    return (((table.before[place]?.[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  };
}

type Table = { places: ReadonlyMap<string, number>; before: Uint32Array[] };

/** For each place, a bit for every place that comes before it. */
function ancestorTable(nodes: readonly Node[]): Table {
  const { places, waits } = indexGraph(nodes);
  const words = Math.ceil(places.size / 32);
  const before: Uint32Array[] = [];
  for (const component of components(waits)) {
    const bits = new Uint32Array(words);
    for (const place of component) {
      for (const other of waits[place] ?? []) {
        bits[other >>> 5] = (bits[other >>> 5] ?? 0) | (1 << (other & 31));
        const further = before[other];
        if (further)
          for (let word = 0; word < words; word += 1) bits[word] = (bits[word] ?? 0) | (further[word] ?? 0);
      }
    }
    for (const place of component) before[place] = bits;
  }
  return { places, before };
}
