/** A run with approvals that still have to ask. */
export type WaitingRun = { runId: string; pending: number; waiting: number; oldestAt: number };

/** What the agent's other runs ask of people at the moment; read under the agent's lock. */
export type Attention = {
  /** How many approvals of one agent may be pending at once. */
  most: number;
  /** Pending ones of the agent's other runs. */
  pending: number;
  /** Other runs that wait, those that are next first; as many as can matter. */
  others: readonly WaitingRun[];
};

/**
 * Who may ask next, and how often: a place goes to the run that asks least at the moment, so that a wide
 * run does not keep the others from asking; among equals to the one that waits longest.
 */
export function sharePlaces(free: number, runs: readonly WaitingRun[]): ReadonlyMap<string, number> {
  const left = runs.map((run) => ({ ...run }));
  const places = new Map<string, number>();
  for (let place = 0; place < free; place += 1) {
    const next = left.filter((run) => run.waiting > 0).sort(byTurn)[0];
    if (!next) break;
    next.pending += 1;
    next.waiting -= 1;
    places.set(next.runId, (places.get(next.runId) ?? 0) + 1);
  }
  return places;
}

function byTurn(a: WaitingRun, b: WaitingRun): number {
  return a.pending - b.pending || a.oldestAt - b.oldestAt || (a.runId < b.runId ? -1 : 1);
}
