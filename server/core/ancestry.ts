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
  let table: Table | null = null;
  return (earlierId, id) => {
    const earlier = graph.get(earlierId);
    const later = earlier && graph.get(id);
    if (!later) return false;
    table ??= tableOf(parts, graph.size);
    return (wordAt(table, later.place, wordOf(earlier.place)) & bitOf(earlier.place)) !== 0;
  };
}

const BITS = 32;

/** For each node a row of words, with a bit for every node that comes before it. */
type Table = { words: Uint32Array; width: number };

function tableOf(parts: readonly Component[], size: number): Table {
  const width = Math.ceil(size / BITS);
  const table = { words: new Uint32Array(size * width), width };
  for (const part of parts) {
    const row = new Uint32Array(width);
    for (const { dependencies } of part) {
      for (const { place } of dependencies) {
        for (let at = 0; at < width; at += 1) addBits(row, at, wordAt(table, place, at));
        addBits(row, wordOf(place), bitOf(place));
      }
    }
    for (const { place } of part) table.words.set(row, place * width);
  }
  return table;
}

function wordAt({ words, width }: Table, place: number, at: number): number {
  return Number(words[place * width + at]);
}

function addBits(row: Uint32Array, at: number, bits: number): void {
  row[at] = Number(row[at]) | bits;
}

function wordOf(place: number): number {
  return Math.floor(place / BITS);
}

function bitOf(place: number): number {
  return 1 << (place % BITS);
}
