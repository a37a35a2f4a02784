import { components, dependencyMap, type Node } from "./graph.ts";

/** A test of whether the first id settles before the second, directly or through others. */
export function ancestry(nodes: readonly Node[]): (earlierId: string, id: string) => boolean {
  const waits = dependencyMap(nodes);
  const place = new Map([...waits.keys()].map((id, index) => [id, index]));
  const words = Math.ceil(place.size / 32);
  const before = new Map<string, Uint32Array>();

  function mark(set: Uint32Array, id: string): void {
    const bit = place.get(id) ?? 0;
    set[bit >>> 5] = (set[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  for (const component of components(nodes)) {
    const set = new Uint32Array(words);
    const direct = new Set(component.flatMap((id) => waits.get(id) ?? []));
    for (const id of direct) {
      mark(set, id);
      before.get(id)?.forEach((bits, word) => {
        set[word] = (set[word] ?? 0) | bits;
      });
    }
    for (const id of component) before.set(id, set);
  }

  return (earlierId, id) => {
    const bit = place.get(earlierId);
    if (bit === undefined) return false;
    return (((before.get(id)?.[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  };
}
