const lasts = new Map<string, Promise<unknown>>();

/** Does the work after all earlier work of the same name. */
export async function inTurn<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const before = lasts.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  lasts.set(name, mine);
  try {
    return await mine;
  } finally {
    if (lasts.get(name) === mine) lasts.delete(name);
  }
}
