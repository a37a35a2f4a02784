import type { Json } from "#server/core/json.ts";
import { type Step, stepSchema } from "#server/core/plan.ts";
import { RETRIES_TAKE, STEP_TAKES } from "./field-values.ts";
import { type Fields, fieldsOf, isObject, textOf } from "./loose-fields.ts";

const ON_ERROR: Readonly<Record<string, string>> = {
  abort: "stop",
  fail: "stop",
  halt: "stop",
  ignore: "continue",
  skipdependents: "skip_dependents",
};
const TOOL = ["tool", "toolName", "function", "uses"];
const RETRIES = ["retries", "retry", "maxRetries"];
const APPROVAL = ["approval", "requiresApproval", "requireApproval", "needsApproval", "approvalRequired"];

/** The fields with settings, each only with a value that the plan can hold. */
export function settingsOf(fields: Fields): Partial<Step> {
  const settings: Record<string, unknown> = {};
  function keep(
    field: keyof Step,
    value: unknown,
    names: readonly string[],
    takes = STEP_TAKES[field],
  ): void {
    const parsed = stepSchema.shape[field].safeParse(value);
    if (parsed.success && parsed.data !== undefined) settings[field] = parsed.data;
    else fields.refuse(takes, ...names);
  }
  function take(
    field: keyof Step,
    others: readonly string[],
    convert: (value: Json) => unknown = (value) => value,
  ): void {
    const names = [field, ...others];
    const value = fields.take(...names);
    if (value !== undefined) keep(field, convert(value), names);
  }

  const tool = fields.take(...TOOL);
  if (tool !== undefined) keep("tool", isObject(tool) ? textOf(tool["name"]) : tool, TOOL);
  take("input", ["inputs", "args", "arguments", "params", "parameters", "with"]);
  const toolInput = isObject(tool) ? (tool["input"] ?? tool["arguments"] ?? tool["args"]) : undefined;
  if (settings["input"] === undefined && toolInput !== undefined) keep("input", toolInput, []);
  take("agent", []);
  take("expectedOutput", ["expected", "expectedResult", "doneWhen", "successCriteria", "acceptance"], textOf);
  take("outputSchema", []);
  take("usesRunInput", []);
  take("check", []);
  take("wait", ["delay"], (value) => (typeof value === "number" ? { seconds: value } : value));
  take("if", ["when", "condition"], textOf);
  take("onError", ["onFailure", "onFail", "errorPolicy"], (value) => {
    const word = textOf(value) ?? "";
    const plain = word.toLowerCase().replace(/[\s_-]/g, "");
    return Object.hasOwn(ON_ERROR, plain) ? ON_ERROR[plain] : word;
  });
  take("maxAttempts", ["attempts"], numberOf);
  const retries = fields.take(...RETRIES);
  const count = isObject(retries) ? (retries["limit"] ?? retries["max"] ?? retries["count"]) : retries;
  if (settings["maxAttempts"] === undefined && retries !== undefined)
    keep("maxAttempts", numberOf(count) + 1, RETRIES, RETRIES_TAKE);
  take("timeoutSeconds", ["timeout"], seconds);
  take("precondition", []);
  take("verifies", [], textOf);
  const approval = approvalOf(fields);
  if (approval !== undefined) keep("approval", approval, APPROVAL);
  return settings;
}

function numberOf(value: Json | undefined): number {
  if (typeof value === "string" && value.trim() === "") return Number.NaN;
  return typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
}

function seconds(value: Json): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(s|sec|seconds?|m|min|minutes?|h|hours?)?\s*$/.exec(String(value));
  const unit = match?.[2]?.[0] === "h" ? 3_600 : match?.[2]?.[0] === "m" ? 60 : 1;
  return match ? Number(match[1]) * unit : Number.NaN;
}

/** A pasted plan can ask for an approval, never give one or take one away. */
function approvalOf(fields: Fields): unknown {
  const value = fields.take(...APPROVAL);
  if (value === undefined) return undefined;
  if (!isObject(value)) return value === true || value === "true" || value === "required" ? {} : value;
  const inner = fieldsOf(value);
  const rule = Object.entries({
    reason: inner.take("reason"),
    expiresAfterHours: inner.take("expiresAfterHours"),
    approvers: inner.take("approvers"),
  }).filter(([, item]) => item !== undefined);
  for (const name of APPROVAL) fields.refuseInside(name, inner.left());
  return Object.fromEntries(rule);
}
