import { z } from "zod";
import { jsonSchema } from "./json.ts";
import { budgetSchema, planSchema } from "./plan.ts";
import {
  approvalStatusSchema,
  attemptStatusSchema,
  correctionSchema,
  runErrorSchema,
  runEventSchema,
  runStatusSchema,
  signatureSchema,
  stepReasonSchema,
  stepStatusSchema,
  triggerSchema,
  usageSchema,
} from "./run.ts";

export const EXPORT_FORMAT = "stepwright-run";
export const EXPORT_VERSION = 1;

const value = jsonSchema.nullable();
const time = z.string().nullable();

const exportedStepSchema = z.object({
  stepId: z.string(),
  status: stepStatusSchema,
  reason: stepReasonSchema.nullable(),
  causeStepId: z.string().nullable(),
  attempt: z.int(),
  interruptions: z.int(),
  childRunId: z.string().nullable(),
  input: value,
  output: value,
  error: runErrorSchema.nullable(),
  usage: usageSchema.nullable(),
  dueAt: time,
  startedAt: time,
  endedAt: time,
});

const exportedAttemptSchema = z.object({
  stepId: z.string(),
  claim: z.int(),
  attempt: z.int(),
  status: attemptStatusSchema,
  worker: z.string().nullable(),
  input: value,
  output: value,
  error: runErrorSchema.nullable(),
  correction: correctionSchema.nullable(),
  usage: usageSchema.nullable(),
  startedAt: z.string(),
  endedAt: time,
});

const exportedApprovalSchema = z.object({
  approvalId: z.string(),
  stepId: z.string(),
  attempt: z.int(),
  status: approvalStatusSchema,
  approvers: z.int(),
  signatures: z.array(signatureSchema),
  input: jsonSchema,
  /** Of the exact input: SHA-256 of its canonical JSON, in hex. */
  inputHash: z.string(),
  editedInput: value,
  reason: z.string().nullable(),
  note: z.string().nullable(),
  decidedBy: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: time,
  decidedAt: time,
});

const exportedArtifactSchema = z.object({
  artifactId: z.string(),
  stepId: z.string().nullable(),
  mediaType: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** The bytes as base64; null when there are too many, and `path` is where the server has them. */
  content: z.string().nullable(),
  path: z.string(),
});

/** One run as a document. Secrets are hidden as in the log, and large values stand as links to `artifacts`. */
export const runExportSchema = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  run: z.object({
    runId: z.string(),
    agentId: z.string(),
    agentName: z.string(),
    status: runStatusSchema,
    trigger: triggerSchema,
    input: value,
    budget: budgetSchema.nullable(),
    usage: usageSchema.nullable(),
    reuseFrom: z.string().nullable(),
    createdAt: z.string(),
    startedAt: time,
    endedAt: time,
  }),
  /** What the run walks, its secrets hidden: `planHash` is that of the plan as it was saved. */
  snapshot: z.object({
    snapshotId: z.string(),
    version: z.int(),
    planHash: z.string(),
    plan: planSchema,
  }),
  steps: z.array(exportedStepSchema),
  attempts: z.array(exportedAttemptSchema),
  approvals: z.array(exportedApprovalSchema),
  events: z.array(runEventSchema),
  artifacts: z.array(exportedArtifactSchema),
});
export type RunExport = z.infer<typeof runExportSchema>;
export type ExportedStep = z.infer<typeof exportedStepSchema>;
export type ExportedAttempt = z.infer<typeof exportedAttemptSchema>;
export type ExportedApproval = z.infer<typeof exportedApprovalSchema>;
export type ExportedArtifact = z.infer<typeof exportedArtifactSchema>;
