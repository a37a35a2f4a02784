import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Json } from "#server/core/json.ts";
import type { Budget } from "#server/core/plan.ts";
import {
  type Correction,
  type Reservation,
  type RunError,
  type Signature,
  type Trigger,
  type Usage,
  approvalStatusSchema,
  attemptStatusSchema,
  runEventTypeSchema,
  runStatusSchema,
  stepReasonSchema,
  stepStatusSchema,
} from "#server/core/run.ts";
import { agents, snapshots } from "./agent-tables.ts";
import { bytea } from "./bytea.ts";
import { at, oneOf } from "./columns.ts";
import { jsonb } from "./jsonb.ts";

export const runStatus = pgEnum("run_status", oneOf(runStatusSchema.options));
export const stepStatus = pgEnum("step_status", oneOf(stepStatusSchema.options));
export const stepReason = pgEnum("step_reason", oneOf(stepReasonSchema.options));
export const attemptStatus = pgEnum("attempt_status", oneOf(attemptStatusSchema.options));
export const approvalStatus = pgEnum("approval_status", oneOf(approvalStatusSchema.options));
export const runEventType = pgEnum("run_event_type", oneOf(runEventTypeSchema.options));

export const runs = pgTable(
  "runs",
  {
    id: text().primaryKey(),
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id),
    snapshotId: text("snapshot_id")
      .notNull()
      .references(() => snapshots.id),
    /** Moves by one with every change; a change decided on another version is not written. */
    version: integer().notNull().default(0),
    /** Number of the last event. */
    seq: integer().notNull().default(0),
    status: runStatus().notNull().default("queued"),
    trigger: jsonb().$type<Trigger>().notNull(),
    input: jsonb().$type<Json>(),
    idempotencyKey: text("idempotency_key"),
    reuseFrom: text("reuse_from"),
    usage: jsonb().$type<Usage>(),
    /** Limits that a person set over those of the plan's budget. */
    budget: jsonb().$type<Budget>(),
    createdAt: at("created_at").notNull(),
    startedAt: at("started_at"),
    endedAt: at("ended_at"),
    /** When people were told that it failed; null while that is still to be done. */
    noticedAt: at("noticed_at"),
  },
  (table) => [
    uniqueIndex("runs_idempotency_key").on(table.agentId, table.idempotencyKey),
    index("runs_agent").on(table.agentId, table.createdAt),
    index("runs_open").on(table.status),
    index("runs_untold")
      .on(table.endedAt)
      .where(sql`${table.status} = 'failed' and ${table.noticedAt} is null`),
  ],
);

export const runSteps = pgTable(
  "run_steps",
  {
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    stepId: text("step_id").notNull(),
    /** Place in the plan, from 0. */
    position: integer().notNull(),
    status: stepStatus().notNull().default("pending"),
    reason: stepReason(),
    /** For `upstream_failed` and `stopped`: the step that caused it. */
    causeStepId: text("cause_step_id"),
    /** Tries so far, the running one included. Waiting and interruptions do not count. */
    attempt: integer().notNull().default(0),
    /** Moves with every claim: with status and owner, the fence that a result has to pass. */
    claim: integer().notNull().default(0),
    interruptions: integer().notNull().default(0),
    /** Set before a tool is called that may not be called twice; cleared by the next claim. */
    hasActed: boolean("has_acted").notNull().default(false),
    leaseOwner: text("lease_owner"),
    leaseUntil: at("lease_until"),
    /** When a waiting step is to be looked at again. */
    dueAt: at("due_at"),
    /** The exact input that an approval froze, or the last one that was constructed. */
    input: jsonb().$type<Json>(),
    output: jsonb().$type<Json>(),
    error: jsonb().$type<RunError>(),
    usage: jsonb().$type<Usage>(),
    /** Held back from the run's budget while the step is tried. */
    reserved: jsonb().$type<Reservation>(),
    /** The run of another agent that does this step's work. */
    childRunId: text("child_run_id"),
    startedAt: at("started_at"),
    endedAt: at("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.stepId] }),
    index("run_steps_lease").on(table.leaseUntil).where(sql`${table.status} = 'running'`),
    index("run_steps_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index("run_steps_stuck")
      .on(table.runId)
      .where(sql`${table.status} = 'paused' and ${table.reason} in ('budget', 'outcome_unknown')`),
  ],
);

export const runAttempts = pgTable(
  "run_attempts",
  {
    runId: text("run_id").notNull(),
    stepId: text("step_id").notNull(),
    /** The claim that this try was made under; interrupted tries keep their row. */
    claim: integer().notNull(),
    attempt: integer().notNull(),
    status: attemptStatus().notNull(),
    input: jsonb().$type<Json>(),
    output: jsonb().$type<Json>(),
    error: jsonb().$type<RunError>(),
    /** What the next attempt was told. */
    correction: jsonb().$type<Correction>(),
    usage: jsonb().$type<Usage>(),
    worker: text(),
    startedAt: at("started_at").notNull(),
    endedAt: at("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.stepId, table.claim] }),
    foreignKey({
      columns: [table.runId, table.stepId],
      foreignColumns: [runSteps.runId, runSteps.stepId],
    }),
  ],
);

/** The execution log: append-only, without gaps within a run. */
export const runEvents = pgTable(
  "run_events",
  {
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    seq: integer().notNull(),
    type: runEventType().notNull(),
    stepId: text("step_id"),
    attempt: integer(),
    worker: text(),
    at: at("at").notNull(),
    data: jsonb().$type<{ [key: string]: Json }>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
);

export const approvals = pgTable(
  "approvals",
  {
    id: text().primaryKey(),
    runId: text("run_id").notNull(),
    /** The run's agent: how many approvals it has open is counted by it. */
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id),
    stepId: text("step_id").notNull(),
    attempt: integer().notNull(),
    status: approvalStatus().notNull().default("pending"),
    /** How many people have to agree. */
    approvers: integer().notNull().default(1),
    /** Those who agreed to exactly this input so far. */
    signatures: jsonb().$type<readonly Signature[]>().notNull().default([]),
    /** The exact input that would be used. */
    input: jsonb().$type<Json>().notNull(),
    inputHash: text("input_hash").notNull(),
    /** The input as the approver changed it. */
    editedInput: jsonb("edited_input").$type<Json>(),
    reason: text(),
    note: text(),
    decidedBy: text("decided_by"),
    expiresAt: at("expires_at"),
    createdAt: at("created_at").notNull(),
    decidedAt: at("decided_at"),
  },
  (table) => [
    foreignKey({
      columns: [table.runId, table.stepId],
      foreignColumns: [runSteps.runId, runSteps.stepId],
    }),
    uniqueIndex("approvals_attempt").on(table.runId, table.stepId, table.attempt),
    index("approvals_status").on(table.status, table.createdAt),
    index("approvals_open").on(table.agentId).where(sql`${table.decidedAt} is null`),
  ],
);

/** A large or binary value, stored once and linked from the log. */
export const artifacts = pgTable(
  "artifacts",
  {
    id: text().primaryKey(),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    stepId: text("step_id"),
    mediaType: text("media_type").notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    content: bytea().notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [index("artifacts_run").on(table.runId)],
);
