import { z } from "zod";
import { jsonSchema } from "./json.ts";
import { runStatusSchema } from "./run.ts";
import {
  catchUpSchema,
  overlapSchema,
  slotReasonSchema,
  slotStatusSchema,
  verdictSchema,
  webhookSchemeSchema,
} from "./trigger.ts";

// What services answer and the API shows of schedules and webhooks. Times are ISO 8601 in UTC.

export const triggerWarningSchema = z.object({ code: z.string(), message: z.string() });
export type TriggerWarning = z.infer<typeof triggerWarningSchema>;

export const slotViewSchema = z.object({
  scheduledFor: z.string(),
  status: slotStatusSchema,
  reason: slotReasonSchema.nullable(),
  /** Of a stretch of missed slots: how many, and the last of them. */
  count: z.int(),
  lastFor: z.string().nullable(),
  detail: z.string().nullable(),
  runId: z.string().nullable(),
  /** How its run stands; null without one. */
  runStatus: runStatusSchema.nullable(),
  settledAt: z.string(),
});
export type SlotView = z.infer<typeof slotViewSchema>;

export const scheduleViewSchema = z.object({
  scheduleId: z.string(),
  agentId: z.string(),
  cron: z.string(),
  timezone: z.string(),
  /** When it fires, in words. */
  words: z.string(),
  overlap: overlapSchema,
  catchUp: catchUpSchema,
  input: jsonSchema.nullable(),
  enabled: z.boolean(),
  pausedFrom: z.string().nullable(),
  pausedUntil: z.string().nullable(),
  /** Why it cannot fire at all; null while it can. */
  broken: z.string().nullable(),
  /** The next ten, those of a stated pause left out; none while it is off. */
  nextFireTimes: z.array(z.string()),
  warnings: z.array(triggerWarningSchema),
  lastSlot: slotViewSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ScheduleView = z.infer<typeof scheduleViewSchema>;

export const webhookViewSchema = z.object({
  webhookId: z.string(),
  agentId: z.string(),
  title: z.string(),
  scheme: webhookSchemeSchema,
  /** Where to send to. */
  url: z.string(),
  enabled: z.boolean(),
  /** Until when the secret before the last rotation counts too. */
  previousUntil: z.string().nullable(),
  warnings: z.array(triggerWarningSchema),
  lastDeliveryAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WebhookView = z.infer<typeof webhookViewSchema>;

/** A webhook as it was just made or rotated: the one time that its secret is shown. */
export const newWebhookViewSchema = webhookViewSchema.extend({ secret: z.string() });
export type NewWebhookView = z.infer<typeof newWebhookViewSchema>;

export const deliveryViewSchema = z.object({
  id: z.string(),
  deliveryId: z.string().nullable(),
  verdict: verdictSchema,
  detail: z.string().nullable(),
  status: z.int(),
  bytes: z.int(),
  contentType: z.string().nullable(),
  runId: z.string().nullable(),
  repeats: z.int(),
  receivedAt: z.string(),
});
export type DeliveryView = z.infer<typeof deliveryViewSchema>;
