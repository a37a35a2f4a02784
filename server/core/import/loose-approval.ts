import { isObject, type Json, type JsonObject } from "#server/core/json.ts";
import { approvalRuleSchema, type Step } from "#server/core/plan.ts";
import { STEP_TAKES, TEXT_TAKES } from "./field-values.ts";
import { type Fields, fieldsOf, linesOf, plainKey, textOf } from "./loose-fields.ts";

type Rule = NonNullable<Step["approval"]>;

const APPROVAL = [
  "approval",
  "requiresApproval",
  "requireApproval",
  "needsApproval",
  "approvalRequired",
  "approvalNeeded",
  "humanApproval",
  "manualApproval",
  "requiresHumanApproval",
  "humanInTheLoop",
  "humanInput",
  "humanReview",
  "confirm",
  "confirmation",
  "needsConfirmation",
  "requireConfirmation",
  "requiresConfirmation",
  "confirmationRequired",
  "askFirst",
  "signOff",
];
// Kinds of steps that are nothing but a person's answer.
const KINDS = [
  "approval",
  "humanapproval",
  "manualapproval",
  "humanintheloop",
  "humaninput",
  "human",
  "manual",
];
const PARTS = [
  ["reason", TEXT_TAKES],
  ["expiresAfterHours", "a number above 0"],
  ["approvers", "a whole number from 1"],
] as const;
const NO =
  /^(?:|0|n|no|none|never|not|off|false|disabled|optional|nein|(?:not?|no) (?:approval |confirmation )?(?:needed|required|necessary)|no approval|without approval|n\/a)[.!]?$/;
const YES = /^(?:y|yes|on|true|always|required|needed|enabled|approval|manual|human|ja|x)[.!]?$/;

/**
 * A pasted plan can ask for an approval, never give one or take one away: where one is clearly wanted, it
 * stays, and only what does not fit in it is left out.
 */
export function takeApproval(fields: Fields): Rule | undefined {
  const rules = fields.takeAll(...APPROVAL).map(({ key, value }) => ruleOf(key, value, fields));
  const asked = rules.filter((rule) => rule !== null);
  return asked.length === 0 ? undefined : Object.assign({}, ...asked.toReversed());
}

/** Whether a step is of a kind that stands for a person's approval. */
export function isApprovalKind(kind: Json | undefined): boolean {
  return KINDS.includes(plainKey(textOf(kind) ?? ""));
}

function ruleOf(key: string, value: Json, fields: Fields): Rule | null {
  if (isObject(value)) return ruleOfObject(key, value, fields);
  if (typeof value === "number" && value > 0) return ruleOfObject(key, { approvers: value }, fields);
  const text = linesOf(value)?.trim();
  const word = text?.toLowerCase() ?? "";
  if (text === undefined || NO.test(word)) fields.refuse(STEP_TAKES.approval, key);
  if (text === undefined || YES.test(word)) return {};
  return NO.test(word) ? null : { reason: text };
}

/** The parts of a rule that fit. */
function ruleOfObject(key: string, object: JsonObject, fields: Fields): Rule | null {
  const inner = fieldsOf(object);
  const isWanted = inner.take("required", "needed", "enabled");
  if (NO.test((textOf(isWanted) ?? "yes").trim().toLowerCase())) {
    fields.refuse(STEP_TAKES.approval, key);
    return null;
  }
  const rule: Record<string, unknown> = {};
  for (const [name, takes] of PARTS) {
    const value = inner.take(name);
    const parsed = approvalRuleSchema.shape[name].safeParse(value);
    if (!parsed.success) inner.refuse(takes, name);
    else if (value !== undefined) rule[name] = parsed.data;
  }
  fields.refuseInside(inner.left(), key);
  return approvalRuleSchema.parse(rule);
}
