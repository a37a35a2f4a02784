import { sql } from "drizzle-orm";
import { boolean, index, integer, pgEnum, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { channelTypeSchema, noticeDeliveryStatusSchema, noticeKindSchema } from "#server/core/notice.ts";
import type { NoticeKind } from "#server/core/notice.ts";
import { agents } from "./agent-tables.ts";
import { at, oneOf } from "./columns.ts";
import { jsonb } from "./jsonb.ts";

export const noticeKind = pgEnum("notice_kind", oneOf(noticeKindSchema.options));
export const channelType = pgEnum("channel_type", oneOf(channelTypeSchema.options));
export const noticeDeliveryStatus = pgEnum(
  "notice_delivery_status",
  oneOf(noticeDeliveryStatusSchema.options),
);

/** What somebody should hear about. While it is open, the same cause makes no second one. */
export const notices = pgTable(
  "notices",
  {
    id: text().primaryKey(),
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id),
    kind: noticeKind().notNull(),
    /** Equal for what one notice is enough for. */
    cause: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    runId: text("run_id"),
    approvalId: text("approval_id"),
    scheduleId: text("schedule_id"),
    /** How many times it has happened while open. */
    count: integer().notNull().default(1),
    createdAt: at("created_at").notNull(),
    lastAt: at("last_at").notNull(),
    readAt: at("read_at"),
    /** When its cause was over: decided, resumed, a run that completed, a slot that fired. */
    closedAt: at("closed_at"),
  },
  (table) => [
    uniqueIndex("notices_open_cause").on(table.cause).where(sql`${table.closedAt} is null`),
    index("notices_agent").on(table.agentId, table.createdAt),
    index("notices_run").on(table.runId),
    index("notices_created").on(table.createdAt),
    index("notices_unread").on(table.agentId).where(sql`${table.readAt} is null`),
  ],
);

/** Where an agent's notices go beside the page. */
export const noticeChannels = pgTable(
  "notice_channels",
  {
    id: text().primaryKey(),
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id),
    type: channelType().notNull(),
    /** A URL or an e-mail address. */
    target: text().notNull(),
    /** Of a webhook, sealed: signs what is sent. */
    secret: text(),
    /** The kinds that it takes; null for all. */
    kinds: jsonb().$type<NoticeKind[]>(),
    enabled: boolean().notNull().default(true),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [index("notice_channels_agent").on(table.agentId)],
);

/** What is to be sent, written with the notice. */
export const noticeDeliveries = pgTable(
  "notice_deliveries",
  {
    id: text().primaryKey(),
    noticeId: text("notice_id")
      .notNull()
      .references(() => notices.id, { onDelete: "cascade" }),
    channelId: text("channel_id")
      .notNull()
      .references(() => noticeChannels.id, { onDelete: "cascade" }),
    status: noticeDeliveryStatus().notNull(),
    attempts: integer().notNull().default(0),
    /** When it is tried next; null when it is sent or given up. */
    dueAt: at("due_at"),
    error: text(),
    createdAt: at("created_at").notNull(),
    sentAt: at("sent_at"),
  },
  (table) => [
    index("notice_deliveries_due").on(table.dueAt).where(sql`${table.status} = 'pending'`),
    index("notice_deliveries_channel").on(table.channelId, table.createdAt),
    uniqueIndex("notice_deliveries_once").on(table.noticeId, table.channelId),
  ],
);
