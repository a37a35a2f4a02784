import type { Fact } from "#server/core/run-rules/fact.ts";
import type { RunPlan } from "#server/core/run-rules/run-plan.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";

/** A fact on its way into the run, and whom to tell whether it counted. */
export type PendingFact = { fact: Fact; settle: (accepted: boolean) => void };

export type JobKey = { id: string; retryCount: number };

/** What a worker knows of one run that it drives. Gone as soon as the run holds nothing for it. */
export type Drive = {
  runId: string;
  plan: RunPlan | null;
  /** A cache of one version; null when it has to be read. */
  state: RunState | null;
  /** Jobs that brought the run here; they end with the drive. */
  jobs: JobKey[];
  facts: PendingFact[];
  /** A job came: somebody else changed the run, so it has to be read and looked at. */
  needsLook: boolean;
  /** Never two statements for one run. */
  isBusy: boolean;
  /** Facts of this run go one by one, because the database refused one of them. */
  isSolo: boolean;
  /** Somebody canceled the run: no try of it goes on here. */
  isCanceled: boolean;
  conflicts: number;
  /** Tries that run here. */
  running: number;
  /** Ready steps that no slot was free for. */
  left: number;
  helpersAskedAt: number;
  /** The run's own folder, once a try needs it. */
  folder: Promise<string> | null;
  /** No statement before this time: the database did not answer, or refused. */
  pausedUntil: number;
};

export function newDrive(runId: string): Drive {
  return {
    runId,
    plan: null,
    state: null,
    jobs: [],
    facts: [],
    needsLook: true,
    isBusy: false,
    isSolo: false,
    isCanceled: false,
    conflicts: 0,
    running: 0,
    left: 0,
    helpersAskedAt: 0,
    folder: null,
    pausedUntil: 0,
  };
}

export function hasWork(drive: Drive, freeSlots: number): boolean {
  return drive.needsLook || drive.facts.length > 0 || (drive.left > 0 && freeSlots > 0);
}

/** Whether the newest version, read or written here, holds nothing for this worker. */
export function isOver(drive: Drive): boolean {
  return (
    !drive.isBusy && !drive.needsLook && drive.facts.length === 0 && drive.running === 0 && drive.left === 0
  );
}
