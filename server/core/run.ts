import { z } from "zod";
import { jsonSchema } from "./json.ts";
import { priceSchema } from "./prices.ts";

export const runStatusSchema = z.enum(["queued", "running", "paused", "completed", "failed", "canceled"]);
export type RunStatus = z.infer<typeof runStatusSchema>;

export const stepStatusSchema = z.enum(["pending", "running", "paused", "completed", "failed", "skipped"]);
export type StepStatus = z.infer<typeof stepStatusSchema>;

export const stepReasonSchema = z.enum([
  // completed
  "reused",
  // paused
  "approval",
  "wait",
  "check",
  "budget",
  "outcome_unknown",
  // skipped
  "condition",
  "upstream_failed",
  "on_error",
  "precondition",
  "stopped",
  "canceled",
  // failed
  "attempts_exhausted",
  "not_retryable",
  "approval_expired",
  "check_failed",
]);
export type StepReason = z.infer<typeof stepReasonSchema>;

export const attemptStatusSchema = z.enum(["running", "paused", "completed", "failed", "interrupted"]);
export type AttemptStatus = z.infer<typeof attemptStatusSchema>;

export const approvalStatusSchema = z.enum([
  // its input is frozen, and it is not asked for yet, as the agent has as many open ones as it may
  "waiting",
  "pending",
  "approved",
  "rejected",
  "expired",
  "canceled",
]);
export type ApprovalStatus = z.infer<typeof approvalStatusSchema>;

/** One person's word on an approval that asks for several. */
export const signatureSchema = z.object({ by: z.string(), at: z.number(), note: z.string().nullable() });
export type Signature = z.infer<typeof signatureSchema>;

/**
 * A part of the run's budget; null where nothing is limited. A running try holds it back and uses no more.
 * Of a step that is not running it is what its next try needs at least, as the last one found.
 */
export const reservationSchema = z.object({ tokens: z.int().nullable(), costUsd: z.number().nullable() });
export type Reservation = z.infer<typeof reservationSchema>;

/** What the calls of one model took. */
export const modelUsageSchema = z.object({
  calls: z.int(),
  inputTokens: z.int(),
  cachedTokens: z.int(),
  outputTokens: z.int(),
  /** Null when no call of it had a price. */
  costUsd: z.number().nullable(),
  /** The price of the time; null when there was none, or it changed in between. */
  price: priceSchema.nullable(),
});
export type ModelUsage = z.infer<typeof modelUsageSchema>;

/** Counted against a run's budget for calls that did not say what they used: as much as they were allowed. */
export const assumedUsageSchema = z.object({ toolCalls: z.int(), tokens: z.int(), costUsd: z.number() });

/** What the work took. Tokens and cost are those of the calls that told them; null when none did. */
export const usageSchema = z.object({
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  cachedTokens: z.number().nullable(),
  toolCalls: z.number(),
  modelCalls: z.number(),
  seconds: z.number(),
  /** US dollars, at the prices of the time. */
  costUsd: z.number().nullable().optional(),
  /** Model calls that did not say what they used. */
  unknownCalls: z.int().optional(),
  /** Model calls that said what they used, of a model that had no price. */
  unpricedCalls: z.int().optional(),
  /** By the id of the model that answered. */
  models: z.record(z.string(), modelUsageSchema).optional(),
  assumed: assumedUsageSchema.optional(),
});
export type Usage = z.infer<typeof usageSchema>;

export const triggerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("manual") }),
  z.object({ type: z.literal("schedule"), scheduleId: z.string(), scheduledFor: z.string() }),
  z.object({ type: z.literal("webhook"), webhookId: z.string(), deliveryId: z.string() }),
  z.object({ type: z.literal("agent"), runId: z.string(), stepId: z.string() }),
]);
export type Trigger = z.infer<typeof triggerSchema>;

export const runErrorSchema = z.object({ message: z.string() });
export type RunError = z.infer<typeof runErrorSchema>;

/** What the next attempt is told about the last failure. */
export const correctionSchema = z.object({
  attempt: z.int(),
  input: jsonSchema.optional(),
  output: jsonSchema.optional(),
  problem: z.string(),
  whatToChange: z.string(),
});
export type Correction = z.infer<typeof correctionSchema>;

export const runEventTypeSchema = z.enum([
  "run-queued",
  "run-started",
  "run-paused",
  "run-resumed",
  "run-completed",
  "run-failed",
  "run-canceled",
  "attempt-started",
  "tool-called",
  "attempt-failed",
  "attempt-interrupted",
  "step-completed",
  "step-failed",
  "step-skipped",
  "step-paused",
  "approval-held",
  "approval-requested",
  "approval-signed",
  "approval-approved",
  "approval-rejected",
  "approval-expired",
  "approval-canceled",
  "outcome-resolved",
  "result-refused",
  "budget-raised",
  "budget-given-up",
  "child-run-started",
  "child-run-ended",
]);
export type RunEventType = z.infer<typeof runEventTypeSchema>;

/** One line of the execution log. `seq` starts at 1 and has no gaps within a run. */
export const runEventSchema = z.object({
  seq: z.int(),
  type: runEventTypeSchema,
  stepId: z.string().nullable(),
  attempt: z.int().nullable(),
  worker: z.string().nullable(),
  at: z.string(),
  data: z.record(z.string(), jsonSchema),
});
export type RunEvent = z.infer<typeof runEventSchema>;

export function isFinalRunStatus(status: RunStatus): boolean {
  return status === "completed" || status === "failed" || status === "canceled";
}
