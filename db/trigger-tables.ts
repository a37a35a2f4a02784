import { boolean, index, jsonb, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Json } from "#server/core/json.ts";
import { agents } from "./agent-tables.ts";
import { runs } from "./run-tables.ts";
import { at } from "./columns.ts";

export const overlapPolicy = pgEnum("overlap_policy", ["skip", "queue", "allow"]);
export const catchUpPolicy = pgEnum("catch_up_policy", ["none", "latest"]);
export const webhookScheme = pgEnum("webhook_scheme", ["standard", "github", "token"]);

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
