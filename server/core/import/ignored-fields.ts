import { shortened } from "#server/core/characters.ts";
import { someOf } from "#server/core/check/known-names.ts";
import { type Issue, stepName } from "#server/core/plan.ts";
import type { LeftOut } from "./loose-fields.ts";

const MAX_LISTED = 12;
const MAX_VALUE_LENGTH = 60;

type Owner = { stepId: string | undefined; number: number; title: string };

/** What was left out of a plan or of one step: fields that it does not have, and values that do not fit. */
export function ignoredIssues(left: readonly LeftOut[], owner?: Owner): Issue[] {
  const name = owner ? stepName(owner.number, owner.title) : "The plan";
  const unknown = left.filter(({ takes }) => takes === null).map((field) => field.name);
  const issues: Issue[] = [];
  const add = (path: string | undefined, what: string) =>
    issues.push({
      severity: "warning",
      code: "ignored_field",
      ...(owner?.stepId !== undefined && { stepId: owner.stepId }),
      ...(owner && { stepNumber: owner.number }),
      ...(path !== undefined && { path }),
      message: `${name} came with ${what}`,
    });

  if (unknown.length > 0) {
    const has = owner ? "a step does not have" : "plans do not have";
    const were = unknown.length === 1 ? "It was" : "They were";
    add(
      unknown.length === 1 ? unknown[0] : undefined,
      `${someOf(unknown, MAX_LISTED)}, which ${has}. ${were} left out.`,
    );
  }
  for (const field of left) {
    if (field.takes === null) continue;
    const value = shortened(JSON.stringify(field.value), MAX_VALUE_LENGTH);
    add(field.name, `${shortened(field.name)} ${value}, which takes ${field.takes}. It was left out.`);
  }
  return issues;
}

/** How a plan was understood, or what of it was lost before its fields could be read. */
export function noteIssue(message: string): Issue {
  return { severity: "warning", code: "ignored_field", message };
}
