import { z } from "zod";
import type { Plan, Step } from "#server/core/plan.ts";
import { type CaseStep, caseStepSchema, type Graph } from "./conversations/oracle.ts";
import { outcomeSchema } from "./conversations/outcome.ts";

const expectSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("edit"),
    /** The first is what the words say and how the conversation goes on; the others are as right. */
    outcomes: z.array(outcomeSchema).min(1),
    /** The revision that comes back; the plan at the start is revision 1. */
    restores: z.number().optional(),
  }),
  z.strictObject({ type: z.enum(["refuse", "ask", "answer"]), mentions: z.array(z.string()) }),
]);

const turnSchema = z.strictObject({
  category: z.string(),
  say: z.string(),
  reply: z.string(),
  expect: expectSchema,
});
export type CaseTurn = z.infer<typeof turnSchema>;

export const conversationCaseSchema = z.strictObject({
  id: z.string(),
  shapes: z.array(z.string()),
  plan: z.array(caseStepSchema),
  turns: z.array(turnSchema),
});
export type ConversationCase = z.infer<typeof conversationCaseSchema>;

/** The plan of the product that a graph of the cases stands for. */
export function planOfGraph(graph: Graph): Plan {
  return {
    title: "The plan",
    objective: "What the steps say.",
    assumptions: [],
    completionCriteria: "",
    tags: [],
    steps: graph.map((step) => stepOfCase(step, freshStep(step))),
  };
}

export function freshStep({ id, title }: CaseStep): Step {
  return { id, title, kind: "reasoning", instructions: `${title}.`, expectedOutput: "", dependsOn: [] };
}

/** A step with what the cases say of it, the rest as it was. */
export function stepOfCase(wanted: CaseStep, was: Step): Step {
  const { approval: _approval, maxAttempts: _maxAttempts, onError: _onError, if: _if, ...rest } = was;
  return {
    ...rest,
    title: wanted.title,
    dependsOn: wanted.dependsOn,
    ...(wanted.approval && { approval: was.approval ?? {} }),
    ...(wanted.retries !== undefined && { maxAttempts: wanted.retries + 1 }),
    ...(wanted.onError && { onError: wanted.onError }),
    ...(wanted.if !== undefined && { if: wanted.if }),
  };
}
