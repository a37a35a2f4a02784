import { z } from "zod";
import { proposedBudgetSchema } from "./edit-schema-budget.ts";
import { editSchemas, newStepSchema } from "./edit-schema-edits.ts";
import { mistakeIn } from "./edit-schema-mistake.ts";
import { stepReferenceSchema, wholeNumber } from "./edit-schema-settings.ts";
import { webhookSchemeSchema } from "./trigger.ts";

/** One change to a plan. `op` names it; the descriptions are read by the model. */
export const planEditSchema = z.union(editSchemas, {
  error: ({ input }) => mistakeIn("op", editSchemas, input),
});
export type PlanEdit = z.infer<typeof planEditSchema>;

/** The edit of one kind. */
export type EditOf<Op extends PlanEdit["op"], Edit extends PlanEdit = PlanEdit> = Edit extends PlanEdit
  ? [Edit["op"] & Op] extends [never]
    ? never
    : Edit
  : never;

export const editPlanInputSchema = z.strictObject({
  baseRevision: wholeNumber("The current revision."),
  edits: z.array(planEditSchema),
  changeDescription: z
    .string()
    .describe('For the history, in the person\'s language, with titles, not numbers: "Removed Proofread".'),
});
export type EditPlanInput = z.infer<typeof editPlanInputSchema>;

export const proposePlanInputSchema = z.strictObject({
  title: z.string().describe("At most 120 characters."),
  objective: z.string().describe("What one run must achieve."),
  steps: z.array(newStepSchema).describe("In reading order. dependsOn holds ids of steps in this list."),
  assumptions: z.array(z.string()).describe("What you took for granted; [] if nothing."),
  completionCriteria: z.string().describe("When the run counts as done."),
  tags: z.array(z.string()).describe("[] unless said."),
  budget: proposedBudgetSchema,
  startOver: z.boolean().describe("true only when the person asked to throw the current plan away."),
  changeDescription: z.string(),
});
export type ProposePlanInput = z.infer<typeof proposePlanInputSchema>;

export const restoreRevisionInputSchema = z.strictObject({
  revision: wholeNumber(),
  changeDescription: z.string(),
});

export const savePlanInputSchema = z.strictObject({
  revision: wholeNumber("The current one."),
});

export const setWebhookInputSchema = z.strictObject({
  scheme: webhookSchemeSchema.describe("github for GitHub, else standard."),
  words: z.string().describe("As the person said it."),
});

export const startRunInputSchema = z.strictObject({
  input: z.string().nullable().describe("JSON as text, or null."),
});

export const findToolsInputSchema = z.strictObject({ query: z.string() });

export const readRunInputSchema = z.strictObject({
  runId: z.string().nullable().describe("null = the latest run."),
});

export const startOverInputSchema = z.strictObject({});

export const proposeCorrectionInputSchema = z.strictObject({});

export const readPlanInputSchema = z.strictObject({ steps: z.array(stepReferenceSchema) });

export const readHistoryInputSchema = z.strictObject({
  search: z.string().describe('"" = the newest.'),
});
