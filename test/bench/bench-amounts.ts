/** How much of everything one call of the bench does. */
export type Amounts = {
  rounds: number;
  commits: number;
  chainLength: number;
  width: number;
  chains: number;
  diamonds: number;
  latencyRuns: number;
  kills: number;
  pausedRuns: number;
};

export const AMOUNTS: { full: Amounts; quick: Amounts; smoke: Amounts } = {
  full: {
    rounds: 5,
    commits: 1_000,
    chainLength: 50,
    width: 200,
    chains: 20,
    diamonds: 1_000,
    latencyRuns: 20,
    kills: 20,
    pausedRuns: 1_000,
  },
  quick: {
    rounds: 3,
    commits: 500,
    chainLength: 50,
    width: 200,
    chains: 20,
    diamonds: 200,
    latencyRuns: 5,
    kills: 5,
    pausedRuns: 200,
  },
  smoke: {
    rounds: 1,
    commits: 20,
    chainLength: 4,
    width: 6,
    chains: 2,
    diamonds: 4,
    latencyRuns: 1,
    kills: 1,
    pausedRuns: 5,
  },
};
