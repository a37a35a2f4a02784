import { z } from "zod";
import { jsonSchema } from "./json.ts";
import { issueSchema, planSchema } from "./plan.ts";
import { planDiffSchema } from "./plan-diff.ts";

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
    z.object({ type: z.literal("schedule"), cron: z.string(), timezone: z.string(), words: z.string() }),
    z.object({
      type: z.literal("webhook"),
      scheme: z.enum(["standard", "github", "token"]),
      words: z.string(),
    }),
  ]),
  /** Something that the person has to know and that the planner did not say, or said wrongly. */
  notice: z.object({ level: z.enum(["info", "warning", "error"]), text: z.string() }),
};
export type DataParts = { [Name in keyof typeof dataPartSchemas]: z.infer<(typeof dataPartSchemas)[Name]> };

export const metadataSchema = z
  .object({
    model: z.string(),
    inputTokens: z.number().nullable(),
    outputTokens: z.number().nullable(),
    /** The revision that the person saw when they wrote. */
    baseRevision: z.int(),
    createdAt: z.string(),
    stopped: z.boolean(),
  })
  .partial();
export type StoredMetadata = z.infer<typeof metadataSchema>;

/** A part of a message as it is kept: AI SDK's UI message parts, which are JSON. */
export type StoredPart = { type: string; [key: string]: unknown };
