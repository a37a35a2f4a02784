import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { bytea } from "./bytea.ts";
import type { StoredMetadata, StoredPart } from "#server/core/conversation.ts";
import type { Json } from "#server/core/json.ts";
import type { Issue, Plan } from "#server/core/plan.ts";
import type { StoredEdit } from "#server/core/revision.ts";
import {
  type Correction,
  type RunError,
  type Trigger,
  type Usage,
  approvalStatusSchema,
  attemptStatusSchema,
  runEventTypeSchema,
  runStatusSchema,
  stepReasonSchema,
  stepStatusSchema,
} from "#server/core/run.ts";

// zod's list of options has at least one entry, which its type does not say.
const oneOf = <Option extends string>(options: Option[]) => options as [Option, ...Option[]];
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const agentStatus = pgEnum("agent_status", ["active", "archived"]);
export const messageRole = pgEnum("message_role", ["user", "assistant"]);
export const runStatus = pgEnum("run_status", oneOf(runStatusSchema.options));
export const stepStatus = pgEnum("step_status", oneOf(stepStatusSchema.options));
export const stepReason = pgEnum("step_reason", oneOf(stepReasonSchema.options));
export const attemptStatus = pgEnum("attempt_status", oneOf(attemptStatusSchema.options));
export const approvalStatus = pgEnum("approval_status", oneOf(approvalStatusSchema.options));
export const runEventType = pgEnum("run_event_type", oneOf(runEventTypeSchema.options));
export const overlapPolicy = pgEnum("overlap_policy", ["skip", "queue", "allow"]);
export const catchUpPolicy = pgEnum("catch_up_policy", ["none", "latest"]);
export const webhookScheme = pgEnum("webhook_scheme", ["standard", "github", "token"]);

export const agents = pgTable(
  "agents",
  {
    id: text().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    model: text(),
    /** Names of the tools that its plans may use; null grants all. */
    tools: jsonb().$type<string[]>(),
    status: agentStatus().notNull().default("active"),
    /** The snapshot that was saved last: what a new run walks. */
    snapshotId: text("snapshot_id"),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [uniqueIndex("agents_slug").on(table.slug)],
);

export const messages = pgTable(
  "messages",
  {
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id),
    id: text().notNull(),
    position: integer().notNull(),
    role: messageRole().notNull(),
    parts: jsonb().$type<StoredPart[]>().notNull(),
    metadata: jsonb().$type<StoredMetadata>(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.id] }),
    uniqueIndex("messages_position").on(table.agentId, table.position),
  ],
);

/** The draft after one message. The only way in is a message: `message_id` is never null. */
export const planRevisions = pgTable(
  "plan_revisions",
  {
    agentId: text("agent_id").notNull(),
    revision: integer().notNull(),
    messageId: text("message_id").notNull(),
    plan: jsonb().$type<Plan>().notNull(),
    edits: jsonb().$type<StoredEdit[]>().notNull(),
    changeDescription: text("change_description").notNull(),
    /** Set when the whole message was an undo, a redo or "back to rN". */
    restoredFrom: integer("restored_from"),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.revision] }),
    foreignKey({
      columns: [table.agentId, table.messageId],
      foreignColumns: [messages.agentId, messages.id],
    }),
  ],
);

/** Immutable: a plan as it was when it passed validation. Runs point here, never at a draft. */
export const snapshots = pgTable(
  "snapshots",
  {
    id: text().primaryKey(),
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id),
    version: integer().notNull(),
    revision: integer().notNull(),
    plan: jsonb().$type<Plan>().notNull(),
    planHash: text("plan_hash").notNull(),
    issues: jsonb().$type<Issue[]>().notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("snapshots_version").on(table.agentId, table.version),
    uniqueIndex("snapshots_plan_hash").on(table.agentId, table.planHash),
  ],
);

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
    createdAt: at("created_at").notNull(),
    startedAt: at("started_at"),
    endedAt: at("ended_at"),
  },
  (table) => [
    uniqueIndex("runs_idempotency_key").on(table.agentId, table.idempotencyKey),
    index("runs_agent").on(table.agentId, table.createdAt),
    index("runs_open").on(table.status),
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
    leaseOwner: text("lease_owner"),
    leaseUntil: at("lease_until"),
    /** When a waiting step is to be looked at again. */
    dueAt: at("due_at"),
    /** The exact input that an approval froze, or the last one that was constructed. */
    input: jsonb().$type<Json>(),
    output: jsonb().$type<Json>(),
    error: jsonb().$type<RunError>(),
    usage: jsonb().$type<Usage>(),
    startedAt: at("started_at"),
    endedAt: at("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.stepId] }),
    index("run_steps_lease").on(table.leaseUntil).where(sql`${table.status} = 'running'`),
    index("run_steps_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
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
    stepId: text("step_id").notNull(),
    attempt: integer().notNull(),
    status: approvalStatus().notNull().default("pending"),
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

export const schedules = pgTable(
  "schedules",
  {
    id: text().primaryKey(),
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id),
    cron: text().notNull(),
    timezone: text().notNull(),
    overlap: overlapPolicy().notNull().default("skip"),
    catchUp: catchUpPolicy("catch_up").notNull().default("latest"),
    input: jsonb().$type<Json>(),
    enabled: boolean().notNull().default(true),
    nextFireAt: at("next_fire_at"),
    createdAt: at("created_at").notNull(),
  },
  (table) => [index("schedules_next_fire").on(table.nextFireAt)],
);

export const webhooks = pgTable("webhooks", {
  id: text().primaryKey(),
  agentId: text("agent_id")
    .notNull()
    .references(() => agents.id),
  scheme: webhookScheme().notNull(),
  /** Encrypted; the second one counts during a rotation. */
  secret: text().notNull(),
  previousSecret: text("previous_secret"),
  enabled: boolean().notNull().default(true),
  createdAt: at("created_at").notNull(),
});

export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id),
    deliveryId: text("delivery_id").notNull(),
    verdict: text().notNull(),
    bodyHash: text("body_hash").notNull(),
    runId: text("run_id").references(() => runs.id),
    receivedAt: at("received_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.webhookId, table.deliveryId] }),
    index("webhook_deliveries_received").on(table.receivedAt),
  ],
);

export const settings = pgTable("settings", {
  key: text().primaryKey(),
  value: jsonb().$type<Json>().notNull(),
  updatedAt: at("updated_at").notNull(),
});
