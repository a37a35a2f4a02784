import { listOf } from "#server/core/list-of.ts";
import { type Budget, onErrorSchema, type Step, stepKindSchema } from "#server/core/plan.ts";

export const TEXT_TAKES = "a text";
export const SWITCH_TAKES = "true or false";

/** Which values a step's fields take, as the end of a sentence. */
export const STEP_TAKES: Readonly<Record<keyof Step, string>> = {
  id: TEXT_TAKES,
  title: TEXT_TAKES,
  kind: listOf(stepKindSchema.options, "or"),
  instructions: TEXT_TAKES,
  expectedOutput: TEXT_TAKES,
  outputSchema: "a JSON Schema as an object",
  dependsOn: "a list of step ids",
  usesRunInput: SWITCH_TAKES,
  tool: "the name of one tool",
  input: "any JSON value",
  agent: "the name of one agent",
  check: "an object with path, op, value, everySeconds and withinSeconds",
  wait: '{"seconds": 60} or {"until": "2030-01-31T09:00:00Z"}',
  if: "a condition as text",
  onError: listOf(onErrorSchema.options, "or"),
  maxAttempts: "1 to 10",
  timeoutSeconds: "1 to 86400 seconds",
  approval: "true, or an object with reason, expiresAfterHours and approvers",
  precondition: "an object with tool, input, path, op and value",
  verifies: "the id of one step",
};

export const RETRIES_TAKE = "0 to 9";
export const LINK_TAKES = "the id of a step of the plan";
export const EDGE_TAKES =
  'two steps of the plan, such as ["fetch", "send"] or {"from": "fetch", "to": "send"}';
export const EDGES_TAKE = 'a list of pairs of steps, or an object such as {"fetch": ["send"]}';
export const TEXTS_TAKE = "a list of texts";

export const BUDGET_TAKES = "an object with toolCalls, tokens, costUsd, wallSeconds and approvals";
export const LIMITS_TAKE: Readonly<Record<keyof Budget, string>> = {
  toolCalls: "a whole number from 0",
  tokens: "a whole number from 0",
  costUsd: "a number from 0",
  wallSeconds: "a whole number from 0",
  approvals: "a whole number from 0",
};
