import type { Audit } from "./audit.ts";
import { percentile } from "./takeovers.ts";

export type ChaosOptions = {
  runs: number;
  workers: number;
  seed: number;
  perSecond: number;
  /** How many times as long everything may take as on a machine that does nothing else. */
  patience: number;
  /** Of the parts that last for a time. */
  minutes?: number;
};

/** What a part of the chaos found: figures to read, and problems that make it fail. */
export type Report = { part: string; figures: Record<string, number | string>; problems: string[] };

const SHOWN = 3;

export function reportOf(
  part: string,
  { problems, counts, takeovers }: Audit,
  figures: Report["figures"],
  { stuck, lost = [] }: { stuck: number; lost?: readonly string[] },
): Report {
  return {
    part,
    figures: {
      ...figures,
      calls: counts.calls,
      interrupted: counts.interrupted,
      outcome_unknown: counts.unknown,
      "late results refused": counts.refused,
      "given up after four interruptions": counts.givenUp,
      ...(takeovers.length > 0 && {
        "takeovers measured": takeovers.length,
        "kill to next try, p50 s": seconds(percentile(takeovers, 0.5)),
        "kill to next try, p99 s": seconds(percentile(takeovers, 0.99)),
        "kill to next try, worst s": seconds(percentile(takeovers, 1)),
      }),
    },
    problems: [
      ...(stuck > 0 ? [`${stuck} × run that is not over in time`] : []),
      ...lost,
      ...[...problems].map(
        ([problem, runIds]) => `${runIds.length} × ${problem}, such as ${runIds.slice(0, SHOWN).join(", ")}`,
      ),
    ],
  };
}

export function seconds(ms: number): string {
  return (ms / 1_000).toFixed(2);
}

export function printReport({ part, figures, problems }: Report): void {
  console.log(`\n${part}`);
  for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(36)} ${value}`);
  for (const problem of problems) console.log(`  PROBLEM  ${problem}`);
  if (problems.length === 0) console.log("  no problem");
}
