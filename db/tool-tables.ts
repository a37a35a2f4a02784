import { boolean, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { OfferedTool, ToolServerTransport } from "#server/core/tool-server.ts";
import { at } from "./columns.ts";
import { json } from "./jsonb.ts";

/** What plans and settings name as `{{secret.NAME}}`. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  sealed: text().notNull(),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});

/** Values that a secret had before. What they open may still open, so that they stay hidden for a while. */
export const retiredSecrets = pgTable(
  "retired_secrets",
  {
    name: text().notNull(),
    sealed: text().notNull(),
    retiredAt: at("retired_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.sealed] })],
);

/** Where tools come from beside the built-in ones. */
export const toolServers = pgTable(
  "tool_servers",
  {
    id: text().primaryKey(),
    /** Leads the names of its tools. */
    name: text().notNull(),
    transport: json().$type<ToolServerTransport>().notNull(),
    /** What it offers and nobody can use, with the reason. */
    leftOut: json("left_out").$type<string[]>().notNull().default([]),
    enabled: boolean().notNull().default(true),
    /** When it was last asked what it offers. */
    checkedAt: at("checked_at"),
    /** Why it did not answer then, in words. */
    problem: text(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [uniqueIndex("tool_servers_name").on(table.name)],
);

export const serverTools = pgTable(
  "server_tools",
  {
    serverId: text("server_id")
      .notNull()
      .references(() => toolServers.id, { onDelete: "cascade" }),
    /** Without the server's. */
    name: text().notNull(),
    position: integer().notNull(),
    /** As a person accepted it; only so can it be called. */
    accepted: json().$type<OfferedTool>(),
    /** As the server offered it last; null when it did not. */
    offered: json().$type<OfferedTool>(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.name] })],
);
