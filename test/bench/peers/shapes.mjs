/** The shapes that every engine walks: step ids in an order in which each comes after what it waits for. */
export function chain(length) {
  return Array.from({ length }, (_, index) => ({
    id: `s${index}`,
    after: index === 0 ? [] : [`s${index - 1}`],
  }));
}

export function fan(width) {
  const leaves = Array.from({ length: width }, (_, index) => `f${index}`);
  return [
    { id: "root", after: [] },
    ...leaves.map((id) => ({ id, after: ["root"] })),
    { id: "join", after: leaves },
  ];
}

export function diamond() {
  return [
    { id: "a", after: [] },
    { id: "b", after: ["a"] },
    { id: "c", after: ["a"] },
    { id: "d", after: ["b", "c"] },
    { id: "e", after: ["d"] },
  ];
}
