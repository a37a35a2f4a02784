import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { StoredMetadata, StoredPart } from "#server/core/conversation.ts";
import type { Json } from "#server/core/json.ts";
import type { Issue, Plan } from "#server/core/plan.ts";
import type { StoredEdit } from "#server/core/revision.ts";
import type { StricterPolicies } from "#server/core/tool.ts";
import { at } from "./columns.ts";
import { jsonb } from "./jsonb.ts";

export const agentStatus = pgEnum("agent_status", ["active", "archived"]);
export const messageRole = pgEnum("message_role", ["user", "assistant"]);

export const agents = pgTable(
  "agents",
  {
    id: text().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    model: text(),
    /** Names of the tools that its plans may use; null grants all. */
    tools: jsonb().$type<string[]>(),
    /** By tool name, where it is stricter here than in the workspace. */
    toolPolicies: jsonb("tool_policies").$type<StricterPolicies>().notNull().default({}),
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
    index("messages_unfinished").on(table.agentId).where(sql`${table.metadata} ->> 'unfinished' = 'true'`),
  ],
);

/** The draft after one message. The only way in is a message: `message_id` is never null. */
export const planRevisions = pgTable(
  "plan_revisions",
  {
    agentId: text("agent_id").notNull(),
    revision: integer().notNull(),
    /** The revision that the change was made to: the one before, or an older one when the message takes the place of another; 0 for no plan. */
    baseRevision: integer("base_revision").notNull().default(0),
    messageId: text("message_id").notNull(),
    plan: jsonb().$type<Plan>().notNull(),
    planHash: text("plan_hash").notNull(),
    edits: jsonb().$type<StoredEdit[]>().notNull(),
    changeDescription: text("change_description").notNull(),
    /** Set when the whole message was an undo, a redo or "back to rN". */
    restoredFrom: integer("restored_from"),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.revision] }),
    // One message makes at most one revision.
    uniqueIndex("plan_revisions_message").on(table.agentId, table.messageId),
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

export const settings = pgTable("settings", {
  key: text().primaryKey(),
  value: jsonb().$type<Json>().notNull(),
  updatedAt: at("updated_at").notNull(),
});
