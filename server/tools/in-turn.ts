const lasts = new Map<string, Promise<unknown>>();

/** Does the work after all earlier work of the same name. */
async function inTurn<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const before = lasts.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  lasts.set(name, mine);
  try {
    return await mine;
  } finally {
    if (lasts.get(name) === mine) lasts.delete(name);
  }
}

/** Does the work after all earlier work of each of these names. */
export function inTurnOfAll<Value>(names: readonly string[], work: () => Promise<Value>): Promise<Value> {
  // Always in the same order, so that two never wait for each other.
  const [last, ...others] = [...new Set(names)].toSorted().reverse();
  if (last === undefined) return work();
  return others.reduce<() => Promise<Value>>(
    (inner, name) => () => inTurn(name, inner),
    () => inTurn(last, work),
  )();
}
