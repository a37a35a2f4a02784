import { z } from "zod";
import { jsonSchema } from "./json.ts";
import { planDiffSchema } from "./plan-diff.ts";
import { budgetSchema, issueSchema, planSchema } from "./plan.ts";
import { storedEditSchema } from "./revision.ts";
import {
  approvalStatusSchema,
  attemptStatusSchema,
  correctionSchema,
  runErrorSchema,
  runStatusSchema,
  stepReasonSchema,
  stepStatusSchema,
  triggerSchema,
  usageSchema,
} from "./run.ts";
import { stricterPoliciesSchema } from "./tool.ts";
import { conversationUsageSchema } from "./turn-usage.ts";

// What services answer and the API shows. Times are ISO 8601 in UTC.

/** What the paused steps of an open run wait for: their reasons, and the first time that is due. */
export const runPauseSchema = z.object({
  reasons: z.array(stepReasonSchema),
  dueAt: z.string().nullable(),
});
export type RunPause = z.infer<typeof runPauseSchema>;

export const agentViewSchema = z.object({
  agentId: z.string(),
  slug: z.string(),
  name: z.string(),
  model: z.string().nullable(),
  tools: z.array(z.string()).nullable(),
  /** By tool name, where it is stricter than the workspace. */
  toolPolicies: stricterPoliciesSchema,
  status: z.enum(["active", "archived"]),
  draft: z.object({ revision: z.int(), stepCount: z.int() }).nullable(),
  snapshotId: z.string().nullable(),
  /** The revision that the current snapshot was saved from. */
  savedRevision: z.int().nullable(),
  lastRun: z
    .object({
      runId: z.string(),
      status: runStatusSchema,
      createdAt: z.string(),
      endedAt: z.string().nullable(),
      /** Null while no step is paused. */
      pause: runPauseSchema.nullable(),
    })
    .nullable(),
  pendingApprovals: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type AgentView = z.infer<typeof agentViewSchema>;

/** What the runs of an agent took together. */
export const runsUsageSchema = usageSchema.omit({ assumed: true }).required().extend({
  runs: z.int(),
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number(),
});
export type RunsUsage = z.infer<typeof runsUsageSchema>;

/** One agent on its own, with what its conversation took so far. */
export const agentDetailSchema = agentViewSchema.extend({
  usage: conversationUsageSchema,
  /** All its runs together. */
  runsUsage: runsUsageSchema,
});
export type AgentDetail = z.infer<typeof agentDetailSchema>;

export const planViewSchema = z.object({ revision: z.int(), plan: planSchema, issues: z.array(issueSchema) });
export type PlanView = z.infer<typeof planViewSchema>;

export const revisionViewSchema = z.object({
  revision: z.int(),
  /** The revision that the change was made to; 0 for no plan. */
  baseRevision: z.int(),
  changeDescription: z.string(),
  messageId: z.string(),
  edits: z.array(storedEditSchema),
  restoredFrom: z.int().nullable(),
  at: z.string(),
});
export type RevisionView = z.infer<typeof revisionViewSchema>;

export const diffViewSchema = z.object({ from: z.int(), to: z.int(), diff: planDiffSchema });
export type DiffView = z.infer<typeof diffViewSchema>;

const blameSourceSchema = z.object({ revision: z.int(), messageId: z.string() });
const blameSchema = blameSourceSchema.extend({
  /** Who set the value first, when the last one only brought it back. */
  original: blameSourceSchema.optional(),
});
const blamesSchema = z.record(z.string(), blameSchema);

/** The revision and message that last set each field of the plan and, by step id, of its steps. */
export const blameViewSchema = z.object({
  revision: z.int(),
  plan: blamesSchema,
  steps: z.record(z.string(), blamesSchema),
  /** Parts of fields: `dependsOn.<step id>` and `input.<parameter>`. */
  parts: z.record(z.string(), blamesSchema),
  /** The messages named above: the start of their words, and when they were written. */
  messages: z.record(z.string(), z.object({ words: z.string(), at: z.string() })),
});
export type BlameView = z.infer<typeof blameViewSchema>;
export type BlameEntry = z.infer<typeof blameSchema>;

export const snapshotViewSchema = z.object({
  snapshotId: z.string(),
  agentId: z.string(),
  version: z.int(),
  revision: z.int(),
  planHash: z.string(),
  issues: z.array(issueSchema),
  plan: planSchema,
  createdAt: z.string(),
});
export type SnapshotView = z.infer<typeof snapshotViewSchema>;

export const attemptViewSchema = z.object({
  attempt: z.int(),
  status: attemptStatusSchema,
  input: jsonSchema.nullable(),
  output: jsonSchema.nullable(),
  error: runErrorSchema.nullable(),
  correction: correctionSchema.nullable(),
  usage: usageSchema.nullable(),
  worker: z.string().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});
export type AttemptView = z.infer<typeof attemptViewSchema>;

export const approvalViewSchema = z.object({
  approvalId: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  runId: z.string(),
  stepId: z.string(),
  stepNumber: z.int(),
  stepTitle: z.string(),
  tool: z.string().nullable(),
  attempt: z.int(),
  status: approvalStatusSchema,
  /** Why it cannot be approved now, as its tool could not be called; null when it can. */
  blockedBecause: z.string().nullable(),
  /** Why a person is asked, from the plan; null when the plan does not say. */
  reason: z.string().nullable(),
  instructions: z.string(),
  expectedOutput: z.string(),
  /** What the call does to the world, in words, from the tool's annotations. */
  sideEffects: z.string(),
  input: jsonSchema,
  /** The input as somebody who agreed has changed it. */
  editedInput: jsonSchema.nullable(),
  /** Of the input that an agreement is for: SHA-256 of its canonical JSON, in hex. */
  inputHash: z.string(),
  /** How many people have to agree. */
  approvers: z.int(),
  /** Those who agreed to exactly this input, while more than one has to. */
  signatures: z.array(z.object({ by: z.string(), at: z.string(), note: z.string().nullable() })),
  corrections: z.array(correctionSchema),
  note: z.string().nullable(),
  decidedBy: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
});
export type ApprovalView = z.infer<typeof approvalViewSchema>;

export const runStepViewSchema = z.object({
  stepId: z.string(),
  number: z.int(),
  title: z.string(),
  kind: z.string(),
  dependsOn: z.array(z.string()),
  status: stepStatusSchema,
  reason: stepReasonSchema.nullable(),
  causeStepId: z.string().nullable(),
  attempts: z.array(attemptViewSchema),
  maxAttempts: z.int(),
  input: jsonSchema.nullable(),
  output: jsonSchema.nullable(),
  error: runErrorSchema.nullable(),
  usage: usageSchema.nullable(),
  approval: approvalViewSchema.nullable(),
  /** The run of another agent that does, or did, this step's work. */
  childRunId: z.string().nullable(),
  dueAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type RunStepView = z.infer<typeof runStepViewSchema>;

export const runReportSchema = z.object({
  plan_id: z.string(),
  completed: z.boolean(),
  failed_step: z.string().nullable(),
  /** In words: which step broke, why, and what was skipped because of it. */
  summary: z.string(),
  steps: z.array(
    z.object({
      step_id: z.string(),
      status: stepStatusSchema,
      output: jsonSchema.nullable(),
      error: z.string().nullable(),
    }),
  ),
});
export type RunReport = z.infer<typeof runReportSchema>;

export const runSummarySchema = z.object({
  runId: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  snapshotId: z.string(),
  snapshotVersion: z.int(),
  status: runStatusSchema,
  trigger: triggerSchema,
  stepCounts: z.record(z.string(), z.int()),
  /** Null while no step of an open run is paused. */
  pause: runPauseSchema.nullable(),
  /** Ids of steps that a cancel ended in, or after, a call of which nobody knows whether it had its effect. */
  uncertainSteps: z.array(z.string()),
  usage: usageSchema.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

const amountsSchema = budgetSchema.required();

/** How far a run has come in its budget. */
export const runBudgetSchema = z.object({
  /** The plan's limits, with those that a person raised for this run. */
  limits: budgetSchema,
  used: amountsSchema,
  /** Kept for attempts that run now. */
  held: amountsSchema,
  /** For the limits that paused steps wait for: higher ones that would let them go on. */
  suggested: budgetSchema,
});
export type RunBudget = z.infer<typeof runBudgetSchema>;

export const runViewSchema = runSummarySchema.extend({
  input: jsonSchema.nullable(),
  reuseFrom: z.string().nullable(),
  /** The run that goes on in place of this one, which was canceled for it. */
  continuedBy: z.string().nullable(),
  steps: z.array(runStepViewSchema),
  report: runReportSchema.nullable(),
  /** Null when nothing is limited. */
  budget: runBudgetSchema.nullable(),
  /** Number of the last event that this view includes: where to take up the event stream. */
  seq: z.int(),
});
export type RunView = z.infer<typeof runViewSchema>;
