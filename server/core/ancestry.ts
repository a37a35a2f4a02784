import { type Component, components, type Graph, indexGraph, type Node } from "./graph-index.ts";

/** A test of whether the first id settles before the second, directly or through others. */
export type IsBefore = (earlierId: string, id: string) => boolean;

export function ancestry(nodes: readonly Node[]): IsBefore {
  let isBefore: IsBefore | null = null;
  return (earlierId, id) => {
    if (isBefore === null) {
      const graph = indexGraph(nodes);
      isBefore = ancestryIn(graph, components(graph));
    }
    return isBefore(earlierId, id);
  };
}

/** The same for a graph whose components are known. */
export function ancestryIn(graph: Graph, parts: readonly Component[]): IsBefore {
  const words = Math.ceil(graph.size / BITS);
  let table: Uint32Array | null = null;
  return (earlierId, id) => {
    const earlier = graph.get(earlierId);
    const later = earlier && graph.get(id);
    if (!later) return false;
    table ??= tableOf(parts, graph.size, words);
    const word = table[later.place * words + Math.floor(earlier.place / BITS)] ?? 0;
    return (word & bitOf(earlier.place)) !== 0;
  };
}

const BITS = 32;

function bitOf(place: number): number {
  return 1 << (place % BITS);
}

/** For each node a row of words, with a bit for every node that comes before it. */
function tableOf(parts: readonly Component[], size: number, words: number): Uint32Array {
  const table = new Uint32Array(size * words);
  for (const part of parts) {
    const row = new Uint32Array(words);
    for (const { dependencies } of part) {
      for (const { place } of dependencies) {
        const start = place * words;
        for (let word = 0; word < words; word += 1) {
          row[word] = (row[word] ?? 0) | (table[start + word] ?? 0);
        }
        const word = Math.floor(place / BITS);
        row[word] = (row[word] ?? 0) | bitOf(place);
      }
    }
    for (const { place } of part) table.set(row, place * words);
  }
  return table;
}
