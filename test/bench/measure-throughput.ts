import { performance } from "node:perf_hooks";
import type { Amounts } from "./bench-amounts.ts";
import { median, printFigure, verdictOf } from "./bench-figures.ts";
import { shapesOf } from "./bench-shapes.ts";
import type { BenchWorld } from "./bench-world.ts";

/** Commits of one row, one after the other: what everything else is compared with. */
export type RawCommits = () => Promise<number>;

/** Steps per second of every shape, in rounds, each beside raw commits of the same round. */
export async function measureThroughput(
  bench: BenchWorld,
  amounts: Amounts,
  { title, rawCommits, hasFloors }: { title: string; rawCommits: RawCommits; hasFloors: boolean },
): Promise<void> {
  const shapes = shapesOf(amounts);
  const commits: number[] = [];
  const rates = new Map<string, number[]>();
  for (const { plan } of shapes) await bench.drive(plan, 1);
  for (let round = 0; round < amounts.rounds; round += 1) {
    commits.push(await rawCommits());
    for (const { name, plan, runs } of shapes) {
      const ms = await bench.drive(plan, runs);
      rates.set(name, [...(rates.get(name) ?? []), (plan.steps.length * runs * 1_000) / ms]);
    }
  }

  console.log(`\n${title}`);
  printFigure("raw sequential commits", `${Math.round(median(commits))}/s`, commits);
  for (const { name, floor, aim } of shapes) {
    const values = rates.get(name) ?? [];
    const ratio = ratioOf(values, commits);
    const verdict = hasFloors ? `, ${verdictOf(ratio, { floor, aim, isMore: true })}` : "";
    printFigure(name, `${Math.round(median(values))} steps/s, ratio ${ratio.toFixed(2)}${verdict}`, values);
  }
}

/** The median of what each round reached beside the commits of the same round. */
export function ratioOf(rates: readonly number[], commits: readonly number[]): number {
  return median(rates.map((rate, round) => rate / (commits[round] ?? Number.NaN)));
}

export async function rateOfCommits(commit: () => Promise<unknown>, count: number): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < count; index += 1) await commit();
  return (count * 1_000) / (performance.now() - start);
}
