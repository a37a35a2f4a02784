import { z } from "zod";
import { channelTypeSchema, noticeDeliveryStatusSchema, noticeKindSchema } from "./notice.ts";

// What services answer and the API shows of notices. Times are ISO 8601 in UTC.

export const noticeViewSchema = z.object({
  noticeId: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  agentSlug: z.string(),
  kind: noticeKindSchema,
  title: z.string(),
  text: z.string(),
  runId: z.string().nullable(),
  approvalId: z.string().nullable(),
  scheduleId: z.string().nullable(),
  count: z.int(),
  createdAt: z.string(),
  lastAt: z.string(),
  readAt: z.string().nullable(),
  closedAt: z.string().nullable(),
});
export type NoticeView = z.infer<typeof noticeViewSchema>;

export const noticeDeliveryViewSchema = z.object({
  deliveryId: z.string(),
  noticeId: z.string(),
  channelId: z.string(),
  /** Of its notice. */
  kind: noticeKindSchema,
  title: z.string(),
  status: noticeDeliveryStatusSchema,
  attempts: z.int(),
  dueAt: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type NoticeDeliveryView = z.infer<typeof noticeDeliveryViewSchema>;

export const channelViewSchema = z.object({
  channelId: z.string(),
  agentId: z.string(),
  type: channelTypeSchema,
  target: z.string(),
  /** The kinds that it takes; null for all. */
  kinds: z.array(noticeKindSchema).nullable(),
  enabled: z.boolean(),
  /** The newest of its deliveries. */
  lastDelivery: noticeDeliveryViewSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ChannelView = z.infer<typeof channelViewSchema>;

/** A channel as it was just made. The secret of a webhook, shown this one time, is what its receiver checks with. */
export const newChannelViewSchema = channelViewSchema.extend({ secret: z.string().nullable() });
export type NewChannelView = z.infer<typeof newChannelViewSchema>;
