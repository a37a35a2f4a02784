import { z } from "zod";
import {
  changeSchema,
  settingSchema,
  stepReferenceSchema,
  wholeNumber,
  wholeNumberOrNull,
} from "./edit-schema-settings.ts";
import { budgetLimits } from "./edit-schema-budget.ts";
import { fromShortForm } from "./edit-schema-short.ts";
import { SHOWN_PLAN_CHANGE } from "./edit-schema-shown.ts";
import { mistakeIn } from "./edit-schema-mistake.ts";
import { stepKindSchema } from "./plan.ts";

const steps = z.array(stepReferenceSchema).meta({ id: "Steps" });
const step = stepReferenceSchema;

const afterSchema = z
  .union(
    [z.string(), wholeNumber(), z.null()],
    "must be the id or the number of a step, 0 for the start or null for the end",
  )
  .meta({
    id: "Place",
    description: "The place in the list only: after this step (id or number); 0 = start, null = end.",
  });

export const newStepSchema = z
  .strictObject({
    id: z
      .string()
      .describe("New: lower-case words of the title with hyphens, not one that the plan uses or used."),
    title: z
      .string()
      .describe("Short imperative in the person's words and language, at most 120 characters."),
    kind: stepKindSchema.describe(
      "tool only when a listed tool plainly does it (with the settings tool and input); else reasoning.",
    ),
    instructions: z.string().describe("With every detail the person gave."),
    expectedOutput: z.string().describe('What "done" looks like.'),
    dependsOn: steps,
    settings: z.array(settingSchema).describe("Only what was asked for; else []."),
  })
  .meta({ id: "NewStep" });
export type NewStep = z.infer<typeof newStepSchema>;

const partSchema = z
  .strictObject({
    id: z.string().describe("Of the first part the old id, else a new one."),
    title: z.string(),
    instructions: z.string(),
    expectedOutput: z.string(),
    settings: z.array(settingSchema).describe("Over those of the step being split; [] = the same."),
  })
  .meta({ id: "Part" });

const planChanges = [
  z.strictObject({
    field: z.enum(["title", "objective", "completionCriteria"]),
    value: z.string(),
  }),
  z.strictObject({
    field: z.enum(["assumptions", "tags"]),
    value: z.array(z.string()),
  }),
  z.strictObject({
    field: z.enum(["budget"]),
    ...budgetLimits,
  }),
] as const;

const planChangeSchema = z
  .preprocess(
    fromShortForm,
    z.union(planChanges, { error: ({ input }) => mistakeIn("field", planChanges, input) }),
  )
  .meta({ shown: SHOWN_PLAN_CHANGE });

const reinsertSchema = z.union(
  [
    z.null().describe("Only its number changes."),
    z
      .strictObject({ dependsOn: steps, requiredBy: steps })
      .describe("It also RUNS elsewhere: taken out (bridged) and wired in anew."),
  ],
  "must be null, or an object with dependsOn and requiredBy",
);

export const editSchemas = [
  z
    .strictObject({
      op: z.enum(["add_dependency", "remove_dependency", "set_dependencies"]),
      step,
      dependsOn: steps,
    })
    .describe(
      'step waits for dependsOn: also (add), no longer (remove), for nothing else (set). "A before B" is step B, dependsOn [A].',
    ),
  z
    .strictObject({ op: z.enum(["add_step"]), step: newStepSchema, after: afterSchema, requiredBy: steps })
    .describe("requiredBy: steps that now wait for it; each gives up its direct link to what it waits for."),
  z
    .strictObject({
      op: z.enum(["update_step"]),
      step,
      changes: z.array(changeSchema).describe("Only the fields that change."),
    })
    .describe("Texts and settings, never dependencies."),
  z.strictObject({
    op: z.enum(["remove_step"]),
    step,
    rewire: z.enum(["bridge", "detach"]).describe("bridge: what waited for it takes over its dependencies."),
  }),
  z
    .strictObject({
      op: z.enum(["restore_step"]),
      step: z.string().describe("The id it had."),
      revision: wholeNumberOrNull("null = the newest that has it."),
      requiredBy: steps,
    })
    .describe("Brings a removed step back as it was."),
  z.strictObject({
    op: z.enum(["split_step"]),
    step,
    parts: z.array(partSchema).describe("2 to 10, in order."),
    arrangement: z
      .enum(["chain", "parallel"])
      .describe("What waited for it waits for the last part (chain) or all (parallel)."),
  }),
  z
    .strictObject({
      op: z.enum(["merge_steps"]),
      steps: steps,
      title: z.string().describe("As said, else naming all parts."),
      instructions: z.string(),
      expectedOutput: z.string(),
      changes: z.array(settingSchema).describe("Usually []."),
    })
    .describe("2 or more, in the order shown, become one in the place of the first."),
  z.strictObject({ op: z.enum(["move_step"]), step, after: afterSchema, reinsert: reinsertSchema }),
  z
    .strictObject({ op: z.enum(["swap_steps"]), step, with: step })
    .describe("In the list and in the order of running."),
  z
    .strictObject({ op: z.enum(["set_plan"]), changes: z.array(planChangeSchema) })
    .describe("Fields of the plan itself."),
  z
    .strictObject({ op: z.enum(["restore_revision"]), revision: wholeNumber() })
    .describe("First edit only: start from that revision, with its numbers."),
] as const;
