import { z } from "zod";
import { DATABASE_NAME, databaseUrlProblem } from "./database-url.ts";
import { pricedModelSchema, priceSchema, pricesSchema } from "./prices.ts";
import { toolPolicySchema } from "./tool.ts";

/** How many approvals of one agent may be pending at once, until a person says otherwise. */
export const DEFAULT_OPEN_APPROVALS = 5;
export const openApprovalsSchema = z.int().min(1).max(1_000);

/** How many days a run is kept after its end. */
export const keepRunsDaysSchema = z.int().min(1).max(3_650);

const databaseName = z
  .string()
  .regex(DATABASE_NAME, 'Use lower-case letters, digits, "-" and "_", beginning with a letter, at most 40.');
const databaseUrl = z
  .string()
  .max(2_000)
  .superRefine((text, context) => {
    const message = databaseUrlProblem(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  });
/** By name: the URL of a database, which names secrets and holds none. */
export const databasesSchema = z.record(z.string(), z.string());

/** What a person may set for the whole workspace while it runs. */
export const settingsChangeSchema = z.strictObject({
  /** Per tool: what this workspace allows instead of the tool's own policy; null goes back to that. */
  toolPolicies: z.record(z.string(), toolPolicySchema.nullable()).optional(),
  /** Per model id: what it costs from the next turn on; null forgets its price. */
  prices: z.record(pricedModelSchema, priceSchema.nullable()).optional(),
  /** How many approvals of one agent may be pending at once; further ones ask when one is decided. */
  openApprovalsPerAgent: openApprovalsSchema.optional(),
  /** Runs that ended so many days ago are deleted; null keeps them for ever. */
  keepRunsDays: keepRunsDaysSchema.nullable().optional(),
  /** Per name: a database that plans may ask; null forgets it. */
  databases: z.record(databaseName, databaseUrl.nullable()).optional(),
});
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

export const toolPoliciesSchema = z.record(z.string(), toolPolicySchema);
export type ToolPolicies = z.infer<typeof toolPoliciesSchema>;

/** The settings as the API shows them: facts of the start, which the environment sets, and what can change. */
export const settingsViewSchema = z.object({
  model: z.object({
    planner: z.string(),
    /** Whether reasoning steps and missing inputs have a language model. */
    hasStepModel: z.boolean(),
    hasKey: z.boolean(),
    api: z.enum(["responses", "chat"]),
    timeoutSeconds: z.number(),
  }),
  database: z.enum(["pglite", "postgres"]),
  needsAccessToken: z.boolean(),
  publicUrl: z.string().nullable(),
  /** Where people put files that plans may read. */
  filesFolder: z.string(),
  toolPolicies: toolPoliciesSchema,
  prices: pricesSchema,
  openApprovalsPerAgent: openApprovalsSchema,
  keepRunsDays: keepRunsDaysSchema.nullable(),
  databases: databasesSchema,
});
export type SettingsView = z.infer<typeof settingsViewSchema>;
