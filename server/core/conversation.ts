import { z } from "zod";
import { jsonSchema } from "./json.ts";
import { issueSchema, planSchema } from "./plan.ts";
import { planDiffSchema } from "./plan-diff.ts";
import { storedEditSchema } from "./revision.ts";
import { runStatusSchema } from "./run.ts";
import { catchUpSchema, overlapSchema, webhookSchemeSchema } from "./trigger.ts";
import { triggerWarningSchema } from "./trigger-views.ts";
import { turnUsageSchema } from "./turn-usage.ts";

/**
 * What the planner streams beside text, by the name of its part. `plan` is transient: it drives the
 * blueprint while the answer streams and is not kept. The others are kept in the record.
 */
export const dataPartSchemas = {
  plan: z.object({ revision: z.int(), plan: planSchema, issues: z.array(issueSchema) }),
  revision: z.object({
    revision: z.int(),
    previousRevision: z.int().nullable(),
    changeDescription: z.string(),
    stepCount: z.int(),
    diff: planDiffSchema,
    issues: z.array(issueSchema),
  }),
  snapshot: z.object({
    snapshotId: z.string(),
    version: z.int(),
    revision: z.int(),
    issues: z.array(issueSchema),
  }),
  /** A card that the person confirms; nothing has happened yet. */
  proposal: z.discriminatedUnion("type", [
    z.object({ type: z.literal("run"), input: jsonSchema.nullable() }),
    /** A schedule as it will be stored: a new one, or what one becomes. */
    z.object({
      type: z.literal("schedule"),
      /** The schedule that is changed; without it a new one. */
      scheduleId: z.string().optional(),
      /** The schedule goes; the other fields say what it was. */
      remove: z.literal(true).optional(),
      cron: z.string(),
      timezone: z.string(),
      /** When it fires, as the rules read it. */
      words: z.string(),
      overlap: overlapSchema.default("skip"),
      catchUp: catchUpSchema.default("latest"),
      input: jsonSchema.nullable().default(null),
      enabled: z.boolean().default(true),
      pausedFrom: z.string().nullable().default(null),
      pausedUntil: z.string().nullable().default(null),
      /** As they were when it was proposed, the days of a pause left out. */
      nextFireTimes: z.array(z.string()).default([]),
      warnings: z.array(triggerWarningSchema).default([]),
    }),
    z.object({
      type: z.literal("webhook"),
      scheme: webhookSchemeSchema,
      /** What calls, in the person's words. */
      words: z.string(),
      warnings: z.array(triggerWarningSchema).default([]),
    }),
    /** A correction of the plan after a run that failed: it is made when the person accepts it. */
    z.object({
      type: z.literal("edit"),
      edits: z.array(storedEditSchema),
      description: z.string(),
      baseRevision: z.int(),
      runId: z.string(),
      diff: planDiffSchema,
      issues: z.array(issueSchema),
    }),
  ]),
  /** Something that the person has to know and that the planner did not say, or said wrongly. */
  notice: z.object({ level: z.enum(["info", "warning", "error"]), text: z.string() }),
  /** How a run ended that failed. Failures of one cause are counted up until a person has written. */
  runReport: z.object({
    runId: z.string(),
    status: runStatusSchema,
    summary: z.string(),
    failedStepId: z.string().nullable(),
    failedStepNumber: z.int().nullable(),
    count: z.int(),
    /** The newest of those that are counted. */
    lastRunId: z.string(),
    /** The notice that tells the same. */
    noticeId: z.string(),
  }),
};
export type DataParts = { [Name in keyof typeof dataPartSchemas]: z.infer<(typeof dataPartSchemas)[Name]> };

const earlierTrySchema = z.object({
  parts: z.array(z.looseObject({ type: z.string() })),
  at: z.string(),
  stopped: z.boolean().optional(),
});

export const metadataSchema = z
  .object({
    /** The model that was asked for. */
    model: z.string(),
    /** As the model's calls reported them, the built-in planner's estimates included. */
    inputTokens: z.number().nullable(),
    outputTokens: z.number().nullable(),
    usage: turnUsageSchema,
    /** The revision that the person saw when they wrote. */
    baseRevision: z.int(),
    /** The IANA zone of the person's clocks. */
    timezone: z.string(),
    /** The reply whose proposed correction the person accepts with this message. */
    accepts: z.object({ messageId: z.string() }),
    createdAt: z.string(),
    stopped: z.boolean(),
    /** A reply that is not at its end yet. */
    unfinished: z.boolean(),
    /** What was answered before the same message was sent again, oldest first: words and notices. */
    earlierTries: z.array(earlierTrySchema),
    /** The message whose place this one takes: another wording of it, or the same words asked again. */
    supersedes: z.string(),
    /** The message that took the place of this one, or of the one that this replies to. Derived, never stored. */
    supersededBy: z.string(),
  })
  .partial();
export type StoredMetadata = z.infer<typeof metadataSchema>;

/** A part of a message as it is kept: AI SDK's UI message parts, which are JSON. */
export type StoredPart = { type: string; [key: string]: unknown };

/** Whether a reply only says that no answer came: its message may be sent again as it is. */
export function cameToNothing(parts: readonly { type: string; data?: unknown }[]): boolean {
  const brought = parts.some((part) => part.type === "data-revision" || part.type === "data-snapshot");
  return !brought && parts.some((part) => part.type === "data-notice" && isError(part.data));
}

function isError(data: unknown): boolean {
  return typeof data === "object" && data !== null && "level" in data && data.level === "error";
}
