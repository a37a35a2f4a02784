import { z } from "zod";
import { jsonSchema } from "./json.ts";
import { budgetSchema } from "./plan.ts";
import { reservationSchema, runErrorSchema, stepReasonSchema, usageSchema } from "./run.ts";

/** What the data of an event may tell about a run's state; everything else in it is for readers. */
export const eventFactsSchema = z.object({
  snapshotId: z.string().optional(),
  reason: stepReasonSchema.optional(),
  /** Why the step failed, when its `onError` made a skip of that. */
  failure: stepReasonSchema.optional(),
  causeStepId: z.string().optional(),
  claim: z.int().optional(),
  interruptions: z.int().optional(),
  outcome: z.string().optional(),
  input: jsonSchema.optional(),
  output: jsonSchema.optional(),
  observation: jsonSchema.optional(),
  error: runErrorSchema.optional(),
  /** What ended the try, where that is not the step's error. */
  attemptError: runErrorSchema.optional(),
  correction: jsonSchema.optional(),
  usage: usageSchema.optional(),
  reserved: reservationSchema.optional(),
  needed: reservationSchema.optional(),
  dueAt: z.number().nullable().optional(),
  childRunId: z.string().nullable().optional(),
  approvalId: z.string().optional(),
  /** Why the approval is asked for, where that is more than the plan's own reason. */
  askedReason: z.string().optional(),
  approvers: z.int().optional(),
  agreed: z.int().optional(),
  expiresAt: z.number().nullable().optional(),
  decidedBy: z.string().nullable().optional(),
  by: z.string().optional(),
  note: z.string().nullable().optional(),
  editedInput: jsonSchema.optional(),
  to: budgetSchema.optional(),
});
export type EventFacts = z.infer<typeof eventFactsSchema>;
