import { z } from "zod";
import { shortened } from "./characters.ts";
import { jsonSchema } from "./json.ts";

export const MAX_STEPS = 500;
export const MAX_TITLE_LENGTH = 120;
export const MAX_OBJECTIVE_LENGTH = 4_000;
export const DEFAULT_MAX_ATTEMPTS = 3;
export const DEFAULT_TIMEOUT_SECONDS = 300;

/** What a step id looks like in a plan that can be saved; `$input` is the run input. */
export const STEP_ID_PATTERN = /^(?!input$)[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export const stepKindSchema = z.enum(["tool", "reasoning", "agent", "check", "wait"]);
export type StepKind = z.infer<typeof stepKindSchema>;

export const onErrorSchema = z.enum(["skip_dependents", "stop", "skip", "continue"]);
export type OnError = z.infer<typeof onErrorSchema>;

export const comparisonOperatorSchema = z.enum(["==", "!=", ">", ">=", "<", "<=", "contains", "exists"]);

const scalarSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const approvalRuleSchema = z.strictObject({
  reason: z.string().optional(),
  expiresAfterHours: z.number().positive().optional(),
  approvers: z.int().min(1).optional(),
});

export const checkRuleSchema = z.strictObject({
  path: z.string(),
  op: comparisonOperatorSchema,
  value: scalarSchema,
  everySeconds: z.int().min(1),
  withinSeconds: z.int().min(1),
});

export const waitRuleSchema = z.union([
  z.strictObject({ seconds: z.number().min(0) }),
  z.strictObject({ until: z.string() }),
]);

export const preconditionSchema = z.strictObject({
  tool: z.string(),
  input: jsonSchema.optional(),
  path: z.string(),
  op: comparisonOperatorSchema,
  value: scalarSchema,
});

/**
 * One unit of work. A field that is absent has its default. The schema is what a draft may hold;
 * what saving asks for beyond it (ids, titles, links, fields of the kind) is `validatePlan`'s.
 */
export const stepSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string(),
  kind: stepKindSchema,
  instructions: z.string(),
  expectedOutput: z.string(),
  outputSchema: z.record(z.string(), jsonSchema).optional(),
  dependsOn: z.array(z.string()),
  usesRunInput: z.boolean().optional(),
  tool: z.string().optional(),
  input: jsonSchema.optional(),
  agent: z.string().optional(),
  check: checkRuleSchema.optional(),
  wait: waitRuleSchema.optional(),
  if: z.string().optional(),
  onError: onErrorSchema.optional(),
  maxAttempts: z.int().min(1).max(10).optional(),
  timeoutSeconds: z.int().min(1).max(86_400).optional(),
  approval: approvalRuleSchema.optional(),
  precondition: preconditionSchema.optional(),
  verifies: z.string().optional(),
});
export type Step = z.infer<typeof stepSchema>;

export const budgetSchema = z.strictObject({
  toolCalls: z.int().min(0).optional(),
  tokens: z.int().min(0).optional(),
  costUsd: z.number().min(0).optional(),
  wallSeconds: z.int().min(0).optional(),
  approvals: z.int().min(0).optional(),
});
export type Budget = z.infer<typeof budgetSchema>;

/** Goal and steps. The order of `steps` is their numbering: "step 2" is `steps[1]`. */
export const planSchema = z.strictObject({
  title: z.string(),
  objective: z.string(),
  steps: z.array(stepSchema),
  assumptions: z.array(z.string()),
  completionCriteria: z.string(),
  budget: budgetSchema.optional(),
  tags: z.array(z.string()),
});
export type Plan = z.infer<typeof planSchema>;

export const issueCodeSchema = z.enum([
  "duplicate_id",
  "self_dependency",
  "missing_dependency",
  "cycle",
  "no_steps",
  "too_many_steps",
  "bad_title",
  "bad_id",
  "bad_objective",
  "kind_fields",
  "unknown_tool",
  "tool_not_granted",
  "unknown_secret",
  "secret_not_taken",
  "secret_destination",
  "unknown_agent",
  "agent_recursion",
  "input_schema",
  "output_schema",
  "unknown_reference",
  "reference_not_ancestor",
  "reference_field",
  "reference_type",
  "run_input_not_declared",
  "condition_syntax",
  "check_not_read_only",
  "verifies_not_dependency",
  "shell_not_allowed",
  "budget_range",
  "run_input_without_trigger",
  "write_without_check",
  "irreversible_without_approval",
  "no_expected_output",
  "needs_model",
  "no_price",
  "output_path",
  "ignored_field",
  "renamed_id",
  "attempts_limited",
  // refusals of edits
  "no_edits",
  "no_change",
  "missing_step",
  "removed_step",
  "used_id",
  "missing_revision",
  "restore_not_first",
  "not_removed",
  "bad_kind",
  "bad_value",
  "bad_json",
  "unknown_field",
  "unknown_edit",
  "bad_split",
  "bad_merge",
  "merged_condition",
  "broken_reference",
  "self_move",
  "self_swap",
]);
export type IssueCode = z.infer<typeof issueCodeSchema>;

/**
 * What is wrong with a plan. `message` names the step by number and title and says what to do; `say` is
 * a sentence for the conversation that would mend it.
 */
export const issueSchema = z.object({
  severity: z.enum(["error", "warning"]),
  code: issueCodeSchema,
  stepId: z.string().optional(),
  stepNumber: z.int().optional(),
  path: z.string().optional(),
  message: z.string(),
  say: z.string().optional(),
});
export type Issue = z.infer<typeof issueSchema>;

export function hasErrors(issues: readonly Issue[]): boolean {
  return issues.some((issue) => issue.severity === "error");
}

/** `Step 3 "Send digest"`: how every message names a step; a long title is shortened. */
export function stepName(number: number, title: string): string {
  return `Step ${number} "${shortened(title)}"`;
}
