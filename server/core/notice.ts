import { z } from "zod";

export const noticeKindSchema = z.enum([
  "run_failed",
  "approval_waiting",
  "run_paused",
  // no run of a schedule within two of its periods, or it cannot fire at all
  "schedule_silent",
]);
export type NoticeKind = z.infer<typeof noticeKindSchema>;

export const channelTypeSchema = z.enum(["webhook", "email"]);
export type ChannelType = z.infer<typeof channelTypeSchema>;

export const noticeDeliveryStatusSchema = z.enum(["pending", "sent", "dead"]);
export type NoticeDeliveryStatus = z.infer<typeof noticeDeliveryStatusSchema>;
