import type { ToolDefinition } from "#server/core/tool.ts";
import type { Cases } from "./read-cases.ts";
import { type Outcome, runBriefCase, runEditCase, runToolCase } from "./run-case.ts";
import { runConversation } from "./run-conversation.ts";
import { newTurn, type OpenSession, type Session } from "./session.ts";

/** What is run of the cases: those whose id begins with one of `only`, and of these every `of`th from `part` on. */
export type Choice = { only: readonly string[]; share: { part: number; of: number }; toTheEnd: boolean };

export type Job = { id: string; run: (open: OpenSession) => Promise<Outcome[]> };

export function jobsOf(cases: Cases, tools: readonly ToolDefinition[], choice: Choice): Job[] {
  const { only, share, toTheEnd } = choice;
  const all: (Job & { group: Outcome["group"] })[] = [
    ...cases.edits.map((record) => ({
      id: record.id,
      group: "edits" as const,
      run: async (open: OpenSession) => [await runEditCase(open, record)],
    })),
    ...cases.tools.map((record) => ({
      id: record.id,
      group: "tools" as const,
      run: async (open: OpenSession) => [await runToolCase(open, record, tools)],
    })),
    ...cases.briefs.map((record) => ({
      id: record.id,
      group: "briefs" as const,
      run: async (open: OpenSession) => [await runBriefCase(open, record, tools)],
    })),
    ...cases.conversations.map((record) => ({
      id: record.id,
      group: "conversations" as const,
      run: (open: OpenSession) => runConversation(open, record, { toTheEnd }),
    })),
  ];
  return all
    .filter(({ id }) => only.length === 0 || only.some((beginning) => id.startsWith(beginning)))
    .filter((_, index) => index % share.of === share.part - 1)
    .map(({ id, group, run }) => ({
      id,
      run: (open) => runAndEnd(open, run).catch((error: unknown) => [brokenOff(id, group, error)]),
    }));
}

async function runAndEnd(open: OpenSession, run: Job["run"]): Promise<Outcome[]> {
  const opened: Session[] = [];
  try {
    return await run(async (...asked) => {
      const session = await open(...asked);
      opened.push(session);
      return session;
    });
  } finally {
    for (const session of opened) await session.end?.();
  }
}

/** Runs jobs, some at a time; what came of them is in their order, and told one by one as they end. */
export async function runJobs(
  jobs: readonly Job[],
  open: OpenSession,
  { parallel, onEnd }: { parallel: number; onEnd: (outcomes: readonly Outcome[]) => void },
): Promise<Outcome[]> {
  const results: Outcome[][] = [];
  const left = jobs.entries();
  const work = async () => {
    for (const [index, job] of left) {
      const outcomes = await job.run(open);
      results[index] = outcomes;
      onEnd(outcomes);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results.flat();
}

/** The jobs of which nothing is known yet; turns are named after their conversation. */
export function jobsLeft(jobs: readonly Job[], known: readonly Outcome[]): Job[] {
  const ids = new Set(known.map(({ id }) => id.replace(/\/\d+$/, "")));
  return jobs.filter(({ id }) => !ids.has(id));
}

const BROKEN_OFF = "broken off";

/** Whether a case ended before it could be judged, so that it has to be run again. */
export function isBrokenOff({ category }: Outcome): boolean {
  return category === BROKEN_OFF;
}

function brokenOff(id: string, group: Outcome["group"], error: unknown): Outcome {
  return {
    id,
    group,
    category: BROKEN_OFF,
    said: "",
    fault: `the case broke off: ${error instanceof Error ? error.message : String(error)}`,
    collateral: [],
    invented: false,
    unasked: false,
    stepCount: 0,
    turn: newTurn(),
  };
}
