import { expect, test } from "vitest";
import type { ApprovalView } from "#server/core/views.ts";
import { correctionText, decisionText, saysTheSame } from "#web/approvals/approval-words.ts";
import { makeRunStep } from "./make-run.ts";

const approval: ApprovalView = {
  approvalId: "apv_1",
  agentId: "agent_1",
  agentName: "Notice",
  runId: "run_1",
  stepId: "write",
  stepNumber: 2,
  stepTitle: "Write it",
  tool: "write_file",
  attempt: 1,
  status: "rejected",
  blockedBecause: null,
  reason: null,
  instructions: "Write it.",
  expectedOutput: "write it",
  sideEffects: "",
  input: {},
  editedInput: null,
  inputHash: "0",
  approvers: 1,
  signatures: [],
  corrections: [],
  note: "no",
  decidedBy: "owner",
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: null,
  decidedAt: "2026-01-01T00:01:00.000Z",
};

const step = makeRunStep("write", { number: 2, title: "Write it", approval });

test("a decision is told with what has come of it", () => {
  expect(decisionText(approval, step)).toBe("Rejected. The step is being tried again…");
  const asking = { ...approval, approvalId: "apv_2", status: "pending" as const };
  expect(decisionText(approval, { ...step, status: "paused", reason: "approval", approval: asking })).toBe(
    "Rejected. The step was tried again and asks once more.",
  );
  expect(decisionText({ ...approval, status: "approved" }, { ...step, status: "completed" })).toBe(
    "Approved. The step is completed.",
  );
  expect(decisionText({ ...approval, status: "approved", editedInput: {} }, undefined)).toBe(
    "Approved with a changed input. The run is being looked at…",
  );
});

test("a note that stands in the problem is not said again", () => {
  const correction = { attempt: 1, problem: "A person rejected it: no no", whatToChange: "no no" };

  expect(correctionText(correction)).toBe("A person rejected it: no no");
  expect(correctionText({ ...correction, whatToChange: "Say which Friday." })).toBe(
    "A person rejected it: no no Say which Friday.",
  );
});

test("texts that differ only in case, spaces and end marks say the same", () => {
  expect(saysTheSame("Write it.", " write  it")).toBe(true);
  expect(saysTheSame("The result of: write it to a.txt", "Write it to `a.txt`.")).toBe(true);
  expect(saysTheSame("Write it", "Write it to disk")).toBe(false);
});
