import { z } from "zod";
import { editSchemas, newStepSchema } from "./edit-schema-edits.ts";
import { mistakeIn } from "./edit-schema-mistake.ts";
import { wholeNumber } from "./edit-schema-settings.ts";

/** One change to a plan. `op` names it; the descriptions are read by the model. */
export const planEditSchema = z.union(editSchemas, {
  error: ({ input }) => mistakeIn("op", editSchemas, input),
});
export type PlanEdit = z.infer<typeof planEditSchema>;

/** The edit of one kind. */
export type EditOf<Op extends PlanEdit["op"]> = Extract<PlanEdit, { op: Op }>;

export const editPlanInputSchema = z.strictObject({
  baseRevision: wholeNumber("The revision of the plan you were shown."),
  edits: z.array(planEditSchema).describe("In order. Each names its step by id or shown number."),
  changeDescription: z
    .string()
    .describe(
      'One line in the person\'s language for the history, naming steps by title, e.g. "Removed Proofread".',
    ),
});
export type EditPlanInput = z.infer<typeof editPlanInputSchema>;

export const proposePlanInputSchema = z.strictObject({
  title: z.string().describe("At most 120 characters."),
  objective: z.string().describe("What one run must achieve."),
  steps: z.array(newStepSchema).describe("In reading order. dependsOn holds ids of steps in this list."),
  assumptions: z.array(z.string()).describe("What you took for granted; [] if nothing."),
  completionCriteria: z.string().describe("When the run counts as done."),
  tags: z.array(z.string()).describe("[] unless said."),
  startOver: z.boolean().describe("true only when the person asked to throw the current plan away."),
  changeDescription: z.string().describe("One line for the history."),
});
export type ProposePlanInput = z.infer<typeof proposePlanInputSchema>;

export const restoreRevisionInputSchema = z.strictObject({
  revision: wholeNumber("The revision to restore."),
  changeDescription: z.string().describe("One line for the history."),
});

export const savePlanInputSchema = z.strictObject({
  revision: wholeNumber("The revision to save: the current one."),
});

export const setScheduleInputSchema = z.strictObject({
  cron: z
    .string()
    .describe("Five fields: minute hour day-of-month month day-of-week. Weekdays 9:00 = 0 9 * * 1-5."),
  timezone: z.string().nullable().describe("IANA name if the person said one, else null."),
  words: z.string().describe("The schedule as the person said it."),
});

export const setWebhookInputSchema = z.strictObject({
  scheme: z.enum(["standard", "github", "token"]).describe("github only for GitHub; else standard."),
  words: z.string().describe("What sends it, as the person said it."),
});

export const startRunInputSchema = z.strictObject({
  input: z.string().nullable().describe("Run input as JSON text, or null."),
});

export const findToolsInputSchema = z.strictObject({ query: z.string().describe("A few words.") });

export const readRunInputSchema = z.strictObject({
  runId: z.string().nullable().describe("null = the latest run."),
});
