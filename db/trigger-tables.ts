import { sql } from "drizzle-orm";
import { boolean, index, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Json } from "#server/core/json.ts";
import {
  catchUpSchema,
  overlapSchema,
  slotReasonSchema,
  slotStatusSchema,
  verdictSchema,
  webhookSchemeSchema,
} from "#server/core/trigger.ts";
import { agents } from "./agent-tables.ts";
import { at, oneOf } from "./columns.ts";
import { runs } from "./run-tables.ts";
import { jsonb } from "./jsonb.ts";

export const overlapPolicy = pgEnum("overlap_policy", oneOf(overlapSchema.options));
export const catchUpPolicy = pgEnum("catch_up_policy", oneOf(catchUpSchema.options));
export const webhookScheme = pgEnum("webhook_scheme", oneOf(webhookSchemeSchema.options));
export const slotStatus = pgEnum("slot_status", oneOf(slotStatusSchema.options));
export const slotReason = pgEnum("slot_reason", oneOf(slotReasonSchema.options));
export const deliveryVerdict = pgEnum("delivery_verdict", oneOf(verdictSchema.options));

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
    /** No slot fires from here… */
    pausedFrom: at("paused_from"),
    /** …until here; null with a `paused_from` is until a person says so. */
    pausedUntil: at("paused_until"),
    /** Why it cannot fire at all, in words: such a row is passed over, and stops no other. */
    broken: text(),
    /** The slot that fires next; null for none. */
    nextFireAt: at("next_fire_at"),
    /** Slots up to here are settled. */
    settledAt: at("settled_at").notNull(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [
    index("schedules_next_fire").on(table.nextFireAt).where(sql`${table.enabled}`),
    index("schedules_agent").on(table.agentId),
  ],
);

/** What became of each slot. The key is what makes a slot fire once in the cluster. */
export const scheduleSlots = pgTable(
  "schedule_slots",
  {
    scheduleId: text("schedule_id")
      .notNull()
      .references(() => schedules.id, { onDelete: "cascade" }),
    scheduledFor: at("scheduled_for").notNull(),
    status: slotStatus().notNull(),
    reason: slotReason(),
    runId: text("run_id").references(() => runs.id, { onDelete: "set null" }),
    /** Of a stretch of missed slots that one row tells: how many, and the last of them. */
    count: integer().notNull().default(1),
    lastFor: at("last_for"),
    /** In words, where a run was refused. */
    detail: text(),
    settledAt: at("settled_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scheduleId, table.scheduledFor] }),
    index("schedule_slots_queued").on(table.scheduleId).where(sql`${table.status} = 'queued'`),
    index("schedule_slots_run").on(table.runId),
  ],
);

export const webhooks = pgTable(
  "webhooks",
  {
    /** Part of the address, and not to be guessed. */
    id: text().primaryKey(),
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id),
    scheme: webhookScheme().notNull(),
    /** What sends here, in a person's words. */
    title: text().notNull(),
    /** Sealed with SECRET_KEY. */
    secret: text().notNull(),
    /** Counts beside the other until `previous_until`. */
    previousSecret: text("previous_secret"),
    previousUntil: at("previous_until"),
    enabled: boolean().notNull().default(true),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [index("webhooks_agent").on(table.agentId)],
);

/** Deliveries with their verdicts: accepted ones for seven days, of the refused ones the newest. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: text().primaryKey(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** The sender's id, or of a body without one its hash. */
    deliveryId: text("delivery_id"),
    verdict: deliveryVerdict().notNull(),
    /** Why it was refused, in words. */
    detail: text(),
    status: integer().notNull(),
    bodyHash: text("body_hash"),
    bytes: integer().notNull(),
    contentType: text("content_type"),
    runId: text("run_id").references(() => runs.id, { onDelete: "set null" }),
    /** How many times the same delivery came again. */
    repeats: integer().notNull().default(0),
    receivedAt: at("received_at").notNull(),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_once")
      .on(table.webhookId, table.deliveryId)
      .where(sql`${table.verdict} = 'accepted'`),
    index("webhook_deliveries_run").on(table.runId),
    index("webhook_deliveries_received").on(table.webhookId, table.receivedAt),
    index("webhook_deliveries_refused")
      .on(table.webhookId, table.receivedAt)
      .where(sql`${table.verdict} <> 'accepted'`),
  ],
);
