import type { Step } from "./plan.ts";

export type Node = Pick<Step, "id" | "dependsOn">;

/** A graph by place in the list: ids, and what each waits for. Nodes that share an id count as one. */
export type GraphIndex = {
  ids: string[];
  places: ReadonlyMap<string, number>;
  /** Links to ids that no node has are left out. */
  waits: number[][];
};

export function indexGraph(nodes: readonly Node[]): GraphIndex {
  const places = new Map<string, number>();
  for (const { id } of nodes) if (!places.has(id)) places.set(id, places.size);
  const waits: number[][] = Array.from({ length: places.size }, () => []);
  for (const { id, dependsOn } of nodes) {
    const list = waits[places.get(id) ?? -1];
    for (const other of dependsOn) {
      const place = places.get(other);
      if (place !== undefined) list?.push(place);
    }
  }
  return { ids: [...places.keys()], places, waits };
}

export function turnedRound(links: readonly (readonly number[])[]): number[][] {
  const turned: number[][] = links.map(() => []);
  for (const [place, others] of links.entries()) for (const other of others) turned[other]?.push(place);
  return turned;
}

/** Everything that links lead to from a place, nearest first. */
export function reachable(links: readonly (readonly number[])[], start: number): number[] {
  const found = new Uint8Array(links.length);
  const queue: number[] = [start];
  const order: number[] = [];
  for (const place of queue) {
    for (const next of links[place] ?? []) {
      if (found[next] === 1) continue;
      found[next] = 1;
      order.push(next);
      queue.push(next);
    }
  }
  return order;
}

/** The shortest way along links, both ends included; a way from a place to itself has at least one link. */
export function shortestWay(
  links: readonly (readonly number[])[],
  from: number,
  to: number,
): number[] | null {
  const cameFrom = new Map<number, number>();
  const queue: number[] = [from];
  for (const place of queue) {
    for (const next of links[place] ?? []) {
      if (next === to) {
        const way = [to];
        for (
          let at: number | undefined = place;
          at !== undefined;
          at = at === from ? undefined : cameFrom.get(at)
        ) {
          way.push(at);
        }
        return way.reverse();
      }
      if (next === from || cameFrom.has(next)) continue;
      cameFrom.set(next, place);
      queue.push(next);
    }
  }
  return null;
}

/** The strongly connected components, each after those that it depends on. */
export function components(waits: readonly (readonly number[])[]): number[][] {
  const order = new Int32Array(waits.length).fill(-1);
  const low = new Int32Array(waits.length);
  const isOpen = new Uint8Array(waits.length);
  const open: number[] = [];
  const found: number[][] = [];
  const calls: { place: number; next: number }[] = [];
  let count = 0;

  for (let root = 0; root < waits.length; root += 1) {
    if (order[root] !== -1) continue;
    calls.push({ place: root, next: 0 });
    for (let call = calls.at(-1); call; call = calls.at(-1)) {
      const { place } = call;
      if (call.next === 0) {
        order[place] = count;
        low[place] = count;
        count += 1;
        open.push(place);
        isOpen[place] = 1;
      }
      const dependency = waits[place]?.[call.next];
      call.next += 1;
      if (dependency !== undefined) {
        if (order[dependency] === -1) calls.push({ place: dependency, next: 0 });
        else if (isOpen[dependency] === 1) low[place] = Math.min(low[place] ?? 0, order[dependency] ?? 0);
        continue;
      }

      calls.pop();
      const caller = calls.at(-1)?.place;
      if (caller !== undefined) low[caller] = Math.min(low[caller] ?? 0, low[place] ?? 0);
      if (low[place] !== order[place]) continue;
      const component = open.splice(open.lastIndexOf(place));
      for (const member of component) isOpen[member] = 0;
      found.push(component);
    }
  }
  return found;
}
