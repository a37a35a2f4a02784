import { z } from "zod";
import { triggerWarningSchema } from "./trigger-views.ts";

/** One fire of a schedule that was not saved yet. */
const previewedFireSchema = z.object({
  at: z.string(),
  /** On the clocks of the schedule's zone: `2027-03-28 03:00`. */
  local: z.string(),
  /** Of these clocks to UTC: `+02:00`. */
  offset: z.string(),
  /** What a change of the clocks does to this fire, in words. */
  note: z.string().optional(),
});
export type PreviewedFire = z.infer<typeof previewedFireSchema>;

export const schedulePreviewSchema = z.object({
  cron: z.string(),
  timezone: z.string(),
  words: z.string(),
  fires: z.array(previewedFireSchema),
  warnings: z.array(triggerWarningSchema),
});
export type SchedulePreview = z.infer<typeof schedulePreviewSchema>;
