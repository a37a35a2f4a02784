import { expect, test } from "vitest";
import { issueLines, newIssues } from "#server/agent/issue-lines.ts";
import type { Issue } from "#server/core/plan.ts";

function makeIssue(stepNumber: number, over: Partial<Issue> = {}): Issue {
  return {
    severity: "warning",
    code: "no_expected_output",
    stepId: `s${stepNumber}`,
    stepNumber,
    message: `Step ${stepNumber} says no output.`,
    ...over,
  };
}

test("equal warnings are one line that names the steps, and each error is a line of its own", () => {
  const errors = [1, 2].map((number) =>
    makeIssue(number, { severity: "error", code: "bad_title", message: `Step ${number} has no title.` }),
  );

  const lines = issueLines([
    ...errors,
    makeIssue(1),
    makeIssue(2),
    makeIssue(3),
    makeIssue(4, { code: "needs_model", message: "Step 4 needs a model." }),
  ]);

  expect(lines.map((line) => line.text)).toEqual([
    "Step 1 has no title.",
    "Step 2 has no title.",
    "Step 1 says no output. The same holds for steps 2 and 3.",
    "Step 4 needs a model.",
  ]);
});

test("a warning about many steps names the first of them and how many more there are", () => {
  const [line] = issueLines(Array.from({ length: 500 }, (_, index) => makeIssue(index + 1)));

  expect(line?.text).toBe(
    "Step 1 says no output. The same holds for steps 2, 3, 4, 5, 6, 7, 8, 9 and 491 more.",
  );
});

test("a long list ends with how many more there are", () => {
  const errors = Array.from({ length: 45 }, (_, index) => makeIssue(index + 1, { severity: "error" }));

  expect(issueLines(errors)).toHaveLength(41);
  expect(issueLines(errors).at(-1)?.text).toBe("And 5 more.");
});

test("an issue whose step only has another number now is not new", () => {
  const before = [makeIssue(3)];
  const after = [makeIssue(2, { stepId: "s3" }), makeIssue(4)];

  expect(newIssues(before, after)).toEqual([makeIssue(4)]);
});
