import { z } from "zod";

const wordsSchema = z.array(z.string());
// What a case says about itself; nothing is judged by it.
const notes = {
  difficulty: z.number().optional(),
  source: z.string().optional(),
  licence: z.string().optional(),
};
const stepExpectationSchema = z.strictObject({
  dependsOn: wordsSchema.optional(),
  dependsOnAnyOf: z.array(wordsSchema).optional(),
  approval: z.boolean().optional(),
  retries: z.number().optional(),
  onError: z.string().optional(),
  conditionMentionsAny: wordsSchema.optional(),
});
export type StepExpectation = z.infer<typeof stepExpectationSchema>;

const editExpectationSchema = z.strictObject({
  type: z.enum(["edit", "refuse", "ask", "answer"]),
  stepCount: z.number().optional(),
  steps: z.record(z.string(), stepExpectationSchema).default({}),
  added: z
    .array(stepExpectationSchema.extend({ ref: z.string(), titleMentionsAny: wordsSchema.optional() }))
    .default([]),
  removed: wordsSchema.default([]),
  renamed: z.record(z.string(), z.string()).default({}),
  last: z.string().optional(),
  sameAsStart: z.boolean().optional(),
  replyMentionsAny: wordsSchema.optional(),
  candidates: wordsSchema.optional(),
  replaced: z.unknown().optional(),
  planUnchanged: z.boolean().optional(),
  reason: z.string().optional(),
  offender: z.unknown().optional(),
  edge: z.unknown().optional(),
});
export type EditExpectation = z.infer<typeof editExpectationSchema>;

const briefExpectationSchema = z.strictObject({
  type: z.enum(["plan", "ask", "ask_or_plan"]),
  minSteps: z.number().default(1),
  maxSteps: z.number().default(99),
  selectors: z.record(z.string(), wordsSchema).default({}),
  before: z.array(z.tuple([z.string(), z.string()])).default([]),
  parallel: z.array(z.tuple([z.string(), z.string()])).default([]),
  approval: wordsSchema.default([]),
  noApproval: wordsSchema.default([]),
  conditions: z.record(z.string(), wordsSchema).default({}),
  retries: z.record(z.string(), z.number()).default({}),
  onFail: z.array(z.tuple([z.string(), wordsSchema])).default([]),
  usesRunInput: z.boolean().default(false),
  schedule: z.string().optional(),
  mustMention: z.array(wordsSchema).default([]),
  allowShared: z.boolean().default(false),
});
export type BriefExpectation = z.infer<typeof briefExpectationSchema>;

export const editCaseSchema = z.strictObject({
  ...notes,
  id: z.string(),
  category: z.string(),
  planName: z.string(),
  redundantAdd: z.unknown().optional(),
  plan: z.strictObject({
    steps: z.array(
      z.strictObject({
        n: z.number().optional(),
        kind: z.string().optional(),
        id: z.string(),
        title: z.string(),
        dependsOn: z.array(z.string()),
        instructions: z.string(),
        expectedOutput: z.string(),
        approval: z.boolean().optional(),
      }),
    ),
  }),
  before: z.array(z.string()).default([]),
  utterance: z.string(),
  expect: editExpectationSchema,
});
export type EditCase = z.infer<typeof editCaseSchema>;

export const briefCaseSchema = z.strictObject({
  ...notes,
  lang: z.string().optional(),
  shape: z.string().optional(),
  id: z.string(),
  category: z.string(),
  brief: z.string(),
  expect: briefExpectationSchema,
});
export type BriefCase = z.infer<typeof briefCaseSchema>;
