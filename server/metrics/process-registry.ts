import { Registry, collectDefaultMetrics } from "prom-client";

let known: Registry | null = null;

/**
 * Memory, processor and event loop of this process, from the first time that somebody asks: their
 * collectors cannot be stopped, so there is one set, and none where nobody watches.
 */
export function processRegistry(): Registry {
  if (known === null) {
    known = new Registry();
    collectDefaultMetrics({ register: known, eventLoopMonitoringPrecision: 20 });
  }
  return known;
}
