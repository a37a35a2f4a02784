/** What is true of the plan after a message that got no whole answer. */
export function whatStands(plan: {
  /** The revision that the message made. */
  made: number | null;
  /** The newest revision, when an earlier wording of the message made it. */
  earlier: number | null;
}): string {
  if (plan.made !== null) return `Revision ${plan.made} stands.`;
  if (plan.earlier !== null) return `The plan still has revision ${plan.earlier} of your earlier wording.`;
  return "Nothing was changed.";
}
