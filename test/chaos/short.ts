import type { ChaosOptions } from "./report.ts";

/** The short form of `npm run chaos`. The seed is of no meaning; another one finds the same. */
export const SHORT: ChaosOptions = { runs: 40, workers: 3, seed: 20, perSecond: 12, patience: 3 };
