import { z } from "zod";
import { type Json, jsonSchema } from "#server/core/json.ts";
import { type Plan, planSchema, type Step, stepSchema } from "#server/core/plan.ts";

const fieldSchema = stepSchema.omit({ id: true }).keyof();
const fieldsSchema = stepSchema.omit({ id: true }).partial();
/** By field, other values that are as right. */
const orSchema = z.partialRecord(fieldSchema, z.array(jsonSchema)).default({});

const changedSchema = z.strictObject({
  id: z.string(),
  set: fieldsSchema.default({}),
  unset: z.array(fieldSchema).default([]),
  or: orSchema,
  /** Title, instructions and expected output may be written anew, because what the step does is another thing now. */
  mayReword: z.boolean().default(false),
});

const addedSchema = z.strictObject({
  /** Stands for the id that the product gives, here and wherever the outcome names the step. */
  id: z.string(),
  titleMentionsAny: z.array(z.string()).optional(),
  step: fieldsSchema.required({ kind: true, dependsOn: true }),
  or: orSchema,
});

export const toolOutcomeSchema = z.strictObject({
  removed: z.array(z.string()).default([]),
  changed: z.array(changedSchema).default([]),
  added: z.array(addedSchema).default([]),
  /** The ids in the order of the list, when it is not the one before without the removed and with the added last. */
  order: z.array(z.string()).optional(),
  /** Added steps that may stand in any place of the list, because the words do not say which. */
  anyPlace: z.array(z.string()).default([]),
});
export type ToolOutcome = z.output<typeof toolOutcomeSchema>;

export const toolCaseSchema = z.strictObject({
  id: z.string(),
  category: z.string(),
  plan: planSchema,
  before: z.array(z.string()).default([]),
  say: z.string(),
  expect: z.discriminatedUnion("type", [
    /** Each outcome is the difference to the plan at the start, also when messages come before. */
    z.strictObject({ type: z.literal("edit"), outcomes: z.array(toolOutcomeSchema).min(1) }),
    z.strictObject({ type: z.enum(["refuse", "ask", "answer"]), mentions: z.array(z.string()) }),
  ]),
});
export type ToolCase = z.output<typeof toolCaseSchema>;

/** The plan that an outcome makes, with its own ids for added steps and texts made up for them. */
export function planOfOutcome(start: Plan, outcome: ToolOutcome): Plan {
  const { removed, changed, added } = outcome;
  const changes = new Map(changed.map((change) => [change.id, change]));
  const kept = start.steps
    .filter((step) => !removed.includes(step.id))
    .map((step) => {
      const { set = {}, unset = [] } = changes.get(step.id) ?? {};
      const fields = Object.entries({ ...step, ...set });
      return stepSchema.parse(
        Object.fromEntries(fields.filter(([name]) => !unset.some((gone) => gone === name))),
      );
    });
  const fresh = added.map(({ id, titleMentionsAny, step }) =>
    stepSchema.parse({
      id,
      title: titleMentionsAny?.[0] ?? id,
      instructions: "As the message says.",
      expectedOutput: "What the message asks for.",
      ...step,
    }),
  );
  const steps = new Map([...kept, ...fresh].map((step): [string, Step] => [step.id, step]));
  const order = outcome.order ?? [...steps.keys()];
  return { ...start, steps: order.flatMap((id) => steps.get(id) ?? []) };
}

/** By id and field, the values beside the expected one that are as right. */
export function alternativesOf(outcome: ToolOutcome): Map<string, Partial<Record<string, Json[]>>> {
  return new Map([...outcome.changed, ...outcome.added].map(({ id, or }) => [id, or]));
}
