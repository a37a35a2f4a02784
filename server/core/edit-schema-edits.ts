import { z } from "zod";
import {
  changeSchema,
  settingSchema,
  stepReferenceSchema,
  wholeNumber,
  wholeNumberOrNull,
} from "./edit-schema-settings.ts";
import { mistakeIn } from "./edit-schema-mistake.ts";
import { stepKindSchema } from "./plan.ts";

const stepList = (description: string) => z.array(stepReferenceSchema).describe(description);
const step = stepReferenceSchema;

const afterSchema = z
  .union(
    [
      z.string().describe("The id of a step."),
      wholeNumber("The shown number of a step; 0 = in front of step 1."),
      z.null().describe("At the end."),
    ],
    "must be the id or the number of a step, 0 for the start or null for the end",
  )
  .meta({
    id: "Place",
    description:
      'Place in the numbered list only: directly after this step. "Before step 4" is after step 3. It creates no dependency.',
  });

export const newStepSchema = z
  .strictObject({
    id: z
      .string()
      .describe(
        "A new id for this step: short lower-case words with hyphens made from the title, e.g. check-spelling. Not one that the plan uses or used.",
      ),
    title: z
      .string()
      .describe("Short imperative, in the language and words of the person. At most 120 characters."),
    kind: stepKindSchema.describe(
      "tool only when a listed tool plainly does it (then add the setting tool); otherwise reasoning.",
    ),
    instructions: z.string().describe("What to do, with every detail the person gave."),
    expectedOutput: z.string().describe('What "done" looks like.'),
    dependsOn: stepList(
      "The steps this one waits for. [] = starts at once. Steps that do not wait for each other run in parallel.",
    ),
    settings: z
      .array(settingSchema)
      .describe("[] unless the person asked for approval, a condition, retries and so on."),
  })
  .meta({ id: "NewStep" });
export type NewStep = z.infer<typeof newStepSchema>;

const partSchema = z
  .strictObject({
    id: z.string().describe("A new id. The first part keeps the old id, whatever you write."),
    title: z.string().describe("Short imperative."),
    instructions: z.string().describe("What this part does."),
    expectedOutput: z.string().describe('What "done" looks like.'),
    settings: z.array(settingSchema).describe("[]: the part has the settings of the step being split."),
  })
  .meta({ id: "Part" });

const planChanges = [
  z.strictObject({
    field: z.enum(["title", "objective", "completionCriteria"]),
    value: z.string().describe("The new text."),
  }),
  z.strictObject({
    field: z.enum(["assumptions", "tags"]),
    value: z.array(z.string()).describe("The whole new list."),
  }),
  z.strictObject({
    field: z.enum(["budget"]),
    toolCalls: wholeNumberOrNull("null = no limit."),
    tokens: wholeNumberOrNull("null = no limit."),
    costUsd: z.number().nullable().describe("null = no limit."),
    wallSeconds: wholeNumberOrNull("null = no limit."),
    approvals: wholeNumberOrNull("null = no limit."),
  }),
] as const;

const planChangeSchema = z.union(planChanges, {
  error: ({ input }) => mistakeIn("field", planChanges, input),
});

const reinsertSchema = z.union(
  [
    z.null().describe("Only the number changes; dependencies stay."),
    z
      .strictObject({
        dependsOn: stepList("What it waits for in its new place."),
        requiredBy: stepList("Steps that wait for it in its new place (as in add_step)."),
      })
      .describe(
        "The step also RUNS elsewhere: it is taken out (its dependents take over its dependencies) and wired in anew.",
      ),
  ],
  "must be null, or an object with dependsOn and requiredBy",
);

export const editSchemas = [
  z
    .strictObject({
      op: z.enum(["add_dependency"]),
      step,
      dependsOn: stepList("Steps it must ALSO wait for. Its other dependencies stay."),
    })
    .describe(
      '"step waits for / runs after / depends on dependsOn". "A before B" is step: B, dependsOn: [A].',
    ),
  z
    .strictObject({
      op: z.enum(["remove_dependency"]),
      step,
      dependsOn: stepList("Steps it no longer waits for. Its other dependencies stay."),
    })
    .describe('"step does not wait for dependsOn". Only the link goes; both steps stay.'),
  z
    .strictObject({
      op: z.enum(["set_dependencies"]),
      step,
      dependsOn: stepList("The complete list; [] = starts at once."),
    })
    .describe('For "only", "exactly", "nothing else", "at the same time as".'),
  z
    .strictObject({
      op: z.enum(["add_step"]),
      step: newStepSchema,
      after: afterSchema,
      requiredBy: stepList(
        "Existing steps that must now wait for the new one. Each gives up its direct link to the new step's own dependencies (they are reached through the new step), so this inserts the step between them. [] = nothing waits for it.",
      ),
    })
    .describe("A new step."),
  z
    .strictObject({
      op: z.enum(["update_step"]),
      step,
      changes: z.array(changeSchema).describe("Only the fields that change."),
    })
    .describe("Rename, reword, approval, condition, retries, error policy. Never dependencies."),
  z
    .strictObject({
      op: z.enum(["remove_step"]),
      step,
      rewire: z
        .enum(["bridge", "detach"])
        .describe(
          "bridge (use this): steps that waited for it wait for what it waited for. detach: they just lose the link; only when the person says the rest need not wait for what came before.",
        ),
    })
    .describe("One removed step; repeat the edit for several."),
  z
    .strictObject({
      op: z.enum(["restore_step"]),
      step: z.string().describe("The id that the removed step had."),
      revision: wholeNumberOrNull("The revision to take it from; null = the newest one that has it."),
      requiredBy: stepList("Steps that wait for it again (as in add_step). [] = nothing waits for it."),
    })
    .describe(
      "Brings back one removed step with its id, texts, settings and those dependencies that still exist, at its old place; everything else stays as it is.",
    ),
  z
    .strictObject({
      op: z.enum(["split_step"]),
      step,
      parts: z.array(partSchema).describe("2 to 10 parts in order."),
      arrangement: z
        .enum(["chain", "parallel"])
        .describe(
          'chain: one after the other, later steps wait for the last part. parallel ("side by side"): later steps wait for all parts.',
        ),
    })
    .describe("One step becomes several."),
  z
    .strictObject({
      op: z.enum(["merge_steps"]),
      steps: stepList("2 or more, in the order shown."),
      title: z.string().describe("Title of the merged step, naming both parts."),
      instructions: z.string().describe("What it does, all parts."),
      expectedOutput: z.string().describe('What "done" looks like.'),
      changes: z.array(settingSchema).describe("Usually []."),
    })
    .describe(
      "Several steps become one, in the place of the first; what waited for any of them waits for it.",
    ),
  z
    .strictObject({ op: z.enum(["move_step"]), step, after: afterSchema, reinsert: reinsertSchema })
    .describe(
      'Almost always with reinsert: people who say "move" mean when it runs. Plain renumbering: reinsert null.',
    ),
  z
    .strictObject({ op: z.enum(["swap_steps"]), step, with: step })
    .describe("The two change places, in the list and in the order of running. Nothing else is needed."),
  z
    .strictObject({ op: z.enum(["set_plan"]), changes: z.array(planChangeSchema) })
    .describe("Title, objective and other fields of the plan itself."),
  z
    .strictObject({
      op: z.enum(["restore_revision"]),
      revision: wholeNumber("Number of the revision to go back to."),
    })
    .describe(
      "Only as the first edit: start from that revision instead of the current one, e.g. to correct the last change. All numbers after it are those of that revision.",
    ),
] as const;
