import type { PgBoss } from "pg-boss";
import type { Context } from "#server/context.ts";
import type { RunPlan } from "#server/core/run-rules/run-plan.ts";
import type { DatabaseClock } from "./database-clock.ts";
import { type Drive, type JobKey, newDrive } from "./drive.ts";
import type { RunAttempt, StepTry } from "./try-step.ts";

/** A claim that this worker holds: its lease is renewed until its outcome is written. */
export type HeldTry = {
  runId: string;
  stepId: string;
  claim: number;
  since: number;
  step: StepTry;
  misses: number;
  /** Whether the try is still at work, and not only its outcome under way. */
  isRunning: boolean;
};

/** What the parts of one worker share. */
export type WorkerState = {
  readonly ctx: Context;
  readonly boss: PgBoss;
  readonly workerId: string;
  readonly slots: number;
  readonly leaseMs: number;
  readonly runAttempt: RunAttempt;
  readonly clock: DatabaseClock;
  readonly planOf: (snapshotId: string) => Promise<RunPlan>;
  readonly drives: Map<string, Drive>;
  readonly tries: Map<string, HeldTry>;
  /** Slots of claims that are being written. */
  reserved: number;
  running: number;
  /** A slot that wide runs leave free, so that other runs get their turn. */
  keptForOthers: number;
  isStopping: boolean;
  /** Jobs of drives that are over. */
  finishedJobs: JobKey[];
};

export function freeSlots(state: WorkerState): number {
  return state.isStopping ? 0 : Math.max(0, state.slots - state.running - state.reserved);
}

export function driveOf(state: WorkerState, runId: string): Drive {
  const known = state.drives.get(runId);
  if (known) return known;
  const drive = newDrive(runId);
  state.drives.set(runId, drive);
  return drive;
}

export function tryKey(runId: string, stepId: string, claim: number): string {
  return `${runId} ${stepId} ${claim}`;
}
