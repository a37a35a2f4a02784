/** A graph as its dependencies: by place, the places that each node waits for. */
export type Dag = readonly (readonly number[])[];

/** Every labelled graph of so many nodes that has no circle: 1, 3, 25, 543, 29,281 of 1 to 5. */
export function* labelledDags(size: number): Generator<Dag> {
  const pairs = Array.from({ length: size }, (_, a) =>
    Array.from({ length: a }, (_, b) => [a, b] as const),
  ).flat();
  for (let code = 0; code < 3 ** pairs.length; code += 1) {
    const dag: number[][] = Array.from({ length: size }, () => []);
    let rest = code;
    for (const [a, b] of pairs) {
      const link = rest % 3;
      rest = (rest - link) / 3;
      if (link === 1) dag[a]?.push(b);
      if (link === 2) dag[b]?.push(a);
    }
    if (hasNoCircle(dag)) yield dag;
  }
}

function hasNoCircle(dag: Dag): boolean {
  const left = new Set(dag.keys());
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const node of left) if (!dag[node]?.some((other) => left.has(other))) left.delete(node);
  }
  return left.size === 0;
}
