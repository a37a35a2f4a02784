import { performance } from "node:perf_hooks";
import { startRun } from "#server/services/start-run.ts";
import { seedAgent } from "#test/seed-agent.ts";
import type { Amounts } from "./bench-amounts.ts";
import { printFigure, quantile, verdictOf } from "./bench-figures.ts";
import { chainOf } from "./bench-shapes.ts";
import type { BenchWorld } from "./bench-world.ts";

const PAUSE_MS = 150;

/** How soon things follow each other in a run that is alone. */
export async function measureLatency(bench: BenchWorld, amounts: Amounts): Promise<void> {
  const { agentId } = await seedAgent(bench.ctx, chainOf(amounts.chainLength));
  const sinceCommit: number[] = [];
  const sinceResult: number[] = [];
  const sinceTrigger: number[] = [];
  for (let run = 0; run < amounts.latencyRuns; run += 1) {
    // The run before is over, and its job is ended.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const begun: number[] = [];
    await new Promise<void>((resolve, reject) => {
      bench.onBegun((_runId, _stepId, now) => {
        if (begun.length > 0) sinceCommit.push(now - bench.committedAt());
        begun.push(now);
        if (begun.length === amounts.chainLength) resolve();
      });
      startRun(bench.ctx, { agentId }).then(() => {
        const accepted = performance.now();
        setImmediate(waitForFirst, accepted);
      }, reject);
      const waitForFirst = (accepted: number) => {
        if (begun[0] === undefined) setImmediate(waitForFirst, accepted);
        else sinceTrigger.push(Math.max(0, begun[0] - accepted));
      };
    });
    for (const [index, now] of begun.entries()) {
      const before = begun[index - 1];
      if (before !== undefined) sinceResult.push(now - before);
    }
  }
  bench.onBegun(() => {});

  report("dependency committed → dependent started", sinceCommit, { floor: [2, 10], aim: [0.5, 2] });
  report("dependency's result → dependent started", sinceResult, null);
  report("trigger accepted → first step started", sinceTrigger, { floor: [15], aim: [4] });
}

function report(
  name: string,
  values: readonly number[],
  bounds: { floor: number[]; aim: number[] } | null,
): void {
  const [p50, p99] = [quantile(values, 0.5), quantile(values, 0.99)];
  const verdictAt = (value: number, place: number) => {
    const [floor, aim] = [bounds?.floor[place], bounds?.aim[place]];
    return floor === undefined || aim === undefined
      ? ""
      : ` (${verdictOf(value, { floor, aim, isMore: false })})`;
  };
  const figure = `p50 ${p50.toFixed(2)} ms${verdictAt(p50, 0)}, p99 ${p99.toFixed(2)} ms${verdictAt(p99, 1)}`;
  printFigure(name, figure, [Math.min(...values), Math.max(...values)]);
}
