import { availableParallelism } from "node:os";
import fc from "fast-check";
import type { Compared, Sweep } from "#test/core/run-rules/oracle/compare-walks.ts";
import { randomRuns } from "#test/core/run-rules/oracle/random-runs.ts";
import { stateMachine } from "#test/core/run-rules/machine/state-machine.ts";
import { cases } from "#test/property.ts";
import { runSweep } from "./run-sweep.ts";

const MINUTE_MS = 60_000;

type Known = Sweep & { count: number };

/** The sizes up to the count of the last one. */
function sizes(counts: readonly number[], sweep: Omit<Sweep, "size">): Known[] {
  return counts.map((count, index) => ({ ...sweep, size: index + 1, count }));
}

const SWEEPS: Known[] = [
  ...sizes([1, 3, 25, 543], { graphs: "labelled", conditions: "unmet", paces: "every" }),
  ...sizes([1, 3, 25], { graphs: "labelled", conditions: "of status", paces: "every" }),
  { size: 4, count: 543, graphs: "labelled", conditions: "of status", paces: "one" },
  { size: 5, count: 2_515, graphs: "distinct", conditions: "unmet", paces: "one" },
];
/** The distinct graphs of five steps stand for all of these, which take ten times as long. */
const LABELLED: Known = { size: 5, count: 29_281, graphs: "labelled", conditions: "unmet", paces: "one" };
const threads = Number(process.env["PROOF_THREADS"] ?? availableParallelism());

timed("10,000 random runs of 12 steps in two orders", () => fc.assert(randomRuns, cases(10_000)));
timed("20,000 sequences of up to 60 commands", () => fc.assert(stateMachine, cases(20_000)));
const sweeps = process.argv.includes("--labelled") ? [...SWEEPS, LABELLED] : SWEEPS;
for (const { count, ...sweep } of sweeps) await prove(sweep, count);

function timed(what: string, check: () => void): void {
  const startedAt = performance.now();
  check();
  console.log(`${what}: no fault (${secondsSince(startedAt)} s)`);
}

async function prove(sweep: Sweep, count: number): Promise<void> {
  const startedAt = performance.now();
  let toldAt = startedAt;
  const compared = await runSweep(sweep, threads, (soFar) => {
    if (performance.now() - toldAt < MINUTE_MS) return;
    toldAt = performance.now();
    console.log(`  ${words(soFar)} so far`);
  });
  if (compared.graphs !== count) throw new Error(`${compared.graphs} graphs were walked instead of ${count}`);
  const what = `${sweep.size} steps, ${sweep.graphs} graphs, conditions ${sweep.conditions}, ${sweep.paces} pace`;
  console.log(`${what}: ${words(compared)}, no difference (${secondsSince(startedAt)} s)`);
}

function words({ graphs, outcomes, walks, decisions }: Compared): string {
  const [graphCount, outcomeCount, walkCount, decisionCount] = [graphs, outcomes, walks, decisions].map(
    (number) => number.toLocaleString("en"),
  );
  return `${graphCount} graphs, ${outcomeCount} choices of outcomes, ${walkCount} walks, ${decisionCount} decisions`;
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1_000);
}
