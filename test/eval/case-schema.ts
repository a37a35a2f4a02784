import { z } from "zod";
import { existsSync, readFileSync } from "node:fs";
import { type ConversationCase, conversationCaseSchema } from "./conversation-case.ts";

const wordsSchema = z.array(z.string());
const stepExpectationSchema = z.object({
  dependsOn: wordsSchema.optional(),
  dependsOnAnyOf: z.array(wordsSchema).optional(),
  approval: z.boolean().optional(),
  retries: z.number().optional(),
  onError: z.string().optional(),
  conditionMentionsAny: wordsSchema.optional(),
});
export type StepExpectation = z.infer<typeof stepExpectationSchema>;

const editExpectationSchema = z.object({
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
});
export type EditExpectation = z.infer<typeof editExpectationSchema>;

const briefExpectationSchema = z.object({
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

const editCaseSchema = z.object({
  id: z.string(),
  category: z.string(),
  planName: z.string(),
  plan: z.object({
    steps: z.array(
      z.object({
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

const briefCaseSchema = z.object({
  id: z.string(),
  category: z.string(),
  brief: z.string(),
  expect: briefExpectationSchema,
});
export type BriefCase = z.infer<typeof briefCaseSchema>;

export type Cases = { edits: EditCase[]; briefs: BriefCase[]; conversations: ConversationCase[] };

/** The cases of a folder; a file that is missing has none. */
export function readCases(folder: string): Cases {
  return {
    edits: linesOf(folder, "edits").map((line) => editCaseSchema.parse(line)),
    briefs: linesOf(folder, "briefs").map((line) => briefCaseSchema.parse(line)),
    conversations: linesOf(folder, "conversations").map((line) => conversationCaseSchema.parse(line)),
  };
}

function linesOf(folder: string, name: keyof Cases): unknown[] {
  const file = `${folder}/${name}.jsonl`;
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): unknown => JSON.parse(line));
}
