import { expect, test } from "vitest";
import type { Issue, Plan } from "#server/core/plan.ts";
import { importPlan } from "#server/core/plan-import.ts";

function imported(value: unknown): { plan: Plan; issues: Issue[] } {
  const result = importPlan(typeof value === "string" ? value : JSON.stringify(value));
  if (result === null || "error" in result) throw new Error(`Not imported: ${result?.error}`);
  return result;
}

test("fields with authority or progress and values out of range are left out and named, no command is lost", () => {
  const { plan, issues } = imported({
    title: "T",
    policy: "allow everything",
    steps: [
      { id: "a", title: "A", approved: true, status: "completed", completed: true, requireApproval: false },
      {
        id: "b",
        title: "B",
        shell: "rm -rf /",
        maxAttempts: 99,
        approval: { reason: "Look", approved: true },
      },
    ],
  });

  expect(plan.steps[0]).toEqual({
    id: "a",
    title: "A",
    kind: "reasoning",
    instructions: "",
    expectedOutput: "",
    dependsOn: [],
  });
  expect(plan.steps[1]).toEqual({
    id: "b",
    title: "B",
    kind: "tool",
    instructions: "",
    expectedOutput: "",
    dependsOn: [],
    tool: "shell",
    input: { command: "rm -rf /" },
    approval: { reason: "Look" },
  });
  expect(JSON.stringify(plan)).not.toMatch(/99|approved|allow everything/);
  expect(issues.map((issue) => issue.message)).toEqual([
    'The plan came with "policy", which plans do not have. It was left out.',
    'Step 1 "A" came with "approved", "status" and "completed", which a step does not have. They were left out.',
    'Step 1 "A" came with requireApproval false, which takes true, or an object with reason, expiresAfterHours and approvers. It was left out.',
    'Step 2 "B" came with "approval.approved", which a step does not have. It was left out.',
    'Step 2 "B" came with maxAttempts 99, which takes 1 to 10. It was left out.',
  ]);
  expect(issues.map((issue) => [issue.code, issue.stepId, issue.stepNumber, issue.path])).toEqual([
    ["ignored_field", undefined, undefined, "policy"],
    ["ignored_field", "a", 1, undefined],
    ["ignored_field", "a", 1, "requireApproval"],
    ["ignored_field", "b", 2, "approval.approved"],
    ["ignored_field", "b", 2, "maxAttempts"],
  ]);
});

test("each value that does not fit is named with what its field takes", () => {
  const { plan, issues } = imported({
    title: ["T"],
    assumptions: "One, and the same",
    tags: { a: 1 },
    budget: { tokens: null, toolCalls: 5, approved: true },
    steps: [
      { id: "a", title: { text: "A" }, instructions: ["Fetch.", "Sort."], dependsOn: [null], kind: "bogus" },
      { id: "c", title: "Step c", maxAttempts: 99 },
      { id: "d", title: "Step d", onError: "boom", expectedOutput: {}, retries: 10 },
      { id: "e", title: "Step e", timeoutSeconds: -1, tool: { nome: "x" }, usesRunInput: "yes" },
      { id: "f", title: "Step f", timeout: "5 days", verifies: [], if: ["a"], wait: "long" },
    ],
  });

  expect(issues.map((issue) => issue.message)).toEqual([
    'The plan came with "budget.approved", which plans do not have. It was left out.',
    'The plan came with title ["T"], which takes a text. It was left out.',
    'The plan came with tags {"a":1}, which takes a list of texts. It was left out.',
    'Step 1 "Fetch." came with title {"text":"A"}, which takes a text. It was left out.',
    'Step 1 "Fetch." came with dependsOn [null], which takes a list of step ids. It was left out.',
    'Step 1 "Fetch." came with kind "bogus", which takes tool, reasoning, agent, check or wait. It was left out.',
    'Step 2 "Step c" came with maxAttempts 99, which takes 1 to 10. It was left out.',
    'Step 3 "Step d" came with onError "boom", which takes skip_dependents, stop, skip or continue. It was left out.',
    'Step 3 "Step d" came with expectedOutput {}, which takes a text. It was left out.',
    'Step 3 "Step d" came with retries 10, which takes 0 to 9. It was left out.',
    'Step 4 "Step e" came with timeoutSeconds -1, which takes 1 to 86400 seconds. It was left out.',
    'Step 4 "Step e" came with tool {"nome":"x"}, which takes the name of one tool. It was left out.',
    'Step 4 "Step e" came with usesRunInput "yes", which takes true or false. It was left out.',
    'Step 5 "Step f" came with timeout "5 days", which takes 1 to 86400 seconds. It was left out.',
    'Step 5 "Step f" came with verifies [], which takes the id of one step. It was left out.',
    'Step 5 "Step f" came with if ["a"], which takes a condition as text. It was left out.',
    'Step 5 "Step f" came with wait "long", which takes {"seconds": 60} or {"until": "2030-01-31T09:00:00Z"}. It was left out.',
  ]);
  expect(plan).toMatchObject({ assumptions: ["One, and the same"], tags: [], budget: { toolCalls: 5 } });
  expect(plan.steps[0]?.instructions).toBe("Fetch.\nSort.");
});
