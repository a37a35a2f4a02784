import { z } from "zod";

/** What happens to a slot whose schedule still has a run going: it is skipped, waits for it, or both run. */
export const overlapSchema = z.enum(["skip", "queue", "allow"]);
/** After a downtime: nothing of what was missed, or its latest slot once. */
export const catchUpSchema = z.enum(["none", "latest"]);

export const slotStatusSchema = z.enum(["fired", "queued", "skipped", "missed"]);
export type SlotStatus = z.infer<typeof slotStatusSchema>;
export const slotReasonSchema = z.enum([
  // skipped: a run of the schedule was still going
  "overlap",
  // skipped: no run could be started, as the detail says (nothing saved, the agent archived)
  "refused",
  // missed: nobody was there to fire it
  "downtime",
]);
export type SlotReason = z.infer<typeof slotReasonSchema>;

export const webhookSchemeSchema = z.enum(["standard", "github", "token"]);
export type WebhookScheme = z.infer<typeof webhookSchemeSchema>;

export const verdictSchema = z.enum([
  "accepted",
  // started by a person from the page
  "test",
  "bad_signature",
  "too_old",
  "too_large",
  "too_slow",
  "unreadable",
  "refused",
]);
export type Verdict = z.infer<typeof verdictSchema>;
