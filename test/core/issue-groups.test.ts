import { expect, test } from "vitest";
import { groupIssues, otherSteps } from "#server/core/issue-groups.ts";
import type { Issue } from "#server/core/plan.ts";

function makeIssue(stepNumber: number, message: string, over: Partial<Issue> = {}): Issue {
  return { severity: "warning", code: "no_expected_output", stepNumber, message, ...over };
}

test("issues that say the same of several steps are one group, whatever the titles", () => {
  const groups = groupIssues([
    makeIssue(1, 'Step 1 "Fetch" says no output.'),
    makeIssue(2, 'Step 2 "Send it" says no output.'),
    makeIssue(2, 'Step 2 "Send it" needs a model.', { code: "needs_model" }),
    makeIssue(3, "Step 3 says no output.", { severity: "error" }),
    makeIssue(4, "Step 4 says no output."),
  ]);

  expect(groups.map((group) => group.map((issue) => issue.stepNumber))).toEqual([[1, 2, 4], [2], [3]]);
});

test.each([
  [1, null],
  [2, "step 2"],
  [4, "steps 2, 3 and 4"],
  [9, "steps 2, 3, 4, 5, 6, 7, 8 and 9"],
  [300, "steps 2, 3, 4, 5, 6, 7, 8, 9 and 291 more"],
])("the others of a group of %i are %j", (count, words) => {
  const [group] = groupIssues(
    Array.from({ length: count }, (_, index) => makeIssue(index + 1, `Step ${index + 1} says no output.`)),
  );

  expect(group && otherSteps(group)).toBe(words);
});

test("issues of the plan as a whole are grouped by their words, and name no steps", () => {
  const issue: Issue = { severity: "error", code: "cycle", message: "Steps 1 and 2 wait for each other." };
  const groups = groupIssues([issue, issue, { ...issue, message: "Another circle." }]);

  expect(groups.map((group) => group.length)).toEqual([2, 1]);
  expect(groups.map(otherSteps)).toEqual([null, null]);
});
