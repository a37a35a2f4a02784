import type { Step } from "#server/core/plan.ts";
import { durationText } from "#web/durations.ts";

type ApprovalRule = NonNullable<Step["approval"]>;

/** `Asks first`, or with all that a rule says: `Asks 2 people first: It is sent. Expires after 2 d.` */
export function approvalRuleText({ approvers = 1, reason, expiresAfterHours }: ApprovalRule): string {
  const asks = approvers === 1 ? "Asks first" : `Asks ${approvers} people first`;
  const asksWhy = reason?.trim() ? `${asks}: ${reason.trim()}` : asks;
  if (expiresAfterHours === undefined) return asksWhy;
  const end = /[.!?]$/u.test(asksWhy) ? "" : ".";
  return `${asksWhy}${end} Expires after ${durationText(expiresAfterHours * 3_600)}.`;
}
