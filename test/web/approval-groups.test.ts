import { expect, test } from "vitest";
import type { ApprovalView } from "#server/core/views.ts";
import { agreedAt, agreedText, decidersText } from "#web/approvals/agreed-text.ts";
import { groupApprovals, heldText } from "#web/approvals/approval-groups.ts";

function approval(over: Partial<ApprovalView>): ApprovalView {
  return {
    approvalId: "apv",
    agentId: "agt",
    agentName: "Notice",
    runId: "run_1",
    stepId: "write",
    stepNumber: 2,
    stepTitle: "Write it",
    tool: "write_file",
    attempt: 1,
    status: "pending",
    blockedBecause: null,
    reason: null,
    instructions: "",
    expectedOutput: "",
    sideEffects: "",
    input: {},
    editedInput: null,
    inputHash: "0",
    approvers: 1,
    signatures: [],
    corrections: [],
    note: null,
    decidedBy: null,
    createdAt: "2026-01-01T10:00:00.000Z",
    expiresAt: null,
    decidedAt: null,
    ...over,
  };
}

test("approvals stand run by run, the run that waits longest first", () => {
  const at = (minute: number) => `2026-01-01T10:0${minute}:00.000Z`;
  const groups = groupApprovals([
    approval({ approvalId: "d", runId: "run_2", createdAt: at(3) }),
    approval({ approvalId: "c", runId: "run_2", createdAt: at(3) }),
    approval({ approvalId: "b", createdAt: at(2) }),
    approval({ approvalId: "a", runId: "run_2", createdAt: at(1) }),
  ]);

  expect(
    groups.map(({ runId, since, approvals }) => [runId, since, approvals.map((one) => one.approvalId)]),
  ).toEqual([
    ["run_2", at(1), ["a", "c", "d"]],
    ["run_1", at(2), ["b"]],
  ]);
});

test("what will ask later is told in one line, and not at all when there is none", () => {
  expect(heldText(0, false)).toBeNull();
  expect(heldText(3, false)).toBe("3 more will ask when these are decided.");
  expect(heldText(100, true)).toBe("More than 100 others will ask when these are decided.");
});

test("who agreed so far stands with the time, and only where several have to", () => {
  const signed = approval({
    approvers: 2,
    signatures: [{ by: "Ana", at: "2020-05-05T10:02:00.000Z", note: null }],
  });

  expect(agreedText(approval({}))).toBeNull();
  expect(agreedText(approval({ approvers: 2 }))).toBe("0 of 2 agreed");
  expect(agreedText(signed)).toMatch(/^1 of 2 agreed: Ana, .*2020.*$/);
  expect(agreedAt(signed, " ana")).toMatch(/2020/);
  expect(agreedAt(signed, "Bo")).toBeNull();
});

test("who decided are all who agreed, or the one who rejected", () => {
  const signatures = ["Ana", "Bo"].map((by) => ({ by, at: "2020-05-05T10:02:00.000Z", note: null }));

  expect(decidersText(approval({ status: "approved", decidedBy: "Bo", signatures }))).toBe("Ana, Bo");
  expect(decidersText(approval({ status: "rejected", decidedBy: "Cy", signatures }))).toBe("Cy");
  expect(decidersText(approval({ status: "approved", decidedBy: "Ana" }))).toBe("Ana");
});
