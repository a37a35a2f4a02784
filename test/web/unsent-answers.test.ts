import { expect, test } from "vitest";
import type { ApprovalView } from "#server/core/views.ts";
import { unsentText } from "#web/approvals/approval-words.ts";
import { dropAnswer, keepAnswer, unsentAnswer } from "#web/approvals/unsent-answers.ts";

const shown: ApprovalView = {
  approvalId: "apr_1",
  agentId: "agt_1",
  agentName: "Letters",
  runId: "run_1",
  stepId: "send",
  stepNumber: 1,
  stepTitle: "Send",
  tool: "write_file",
  attempt: 1,
  status: "pending",
  blockedBecause: null,
  reason: null,
  instructions: "",
  expectedOutput: "",
  sideEffects: "",
  input: { path: "a.txt" },
  editedInput: null,
  inputHash: "0",
  approvers: 1,
  signatures: [],
  corrections: [],
  note: null,
  decidedBy: null,
  createdAt: "2026-01-01T12:00:00.000Z",
  expiresAt: null,
  decidedAt: null,
};

test("what is written into an approval is kept for it alone, until it is decided or taken back", () => {
  const draft = { texts: { path: "b.txt" }, rest: "" };
  keepAnswer("apr_1", { note: "Not yet", draft, shown });

  expect(unsentAnswer("apr_1")).toEqual({ note: "Not yet", draft, shown });
  expect(unsentAnswer("apr_2")).toBeNull();

  keepAnswer("apr_1", { note: "", draft: null, shown });
  expect(unsentAnswer("apr_1")).toBeNull();

  keepAnswer("apr_1", { note: "Again", draft: null, shown });
  dropAnswer("apr_1");
  expect(unsentAnswer("apr_1")).toBeNull();
});

test("a card says what of it is not sent", () => {
  expect(unsentText({ hasNote: true, isChanged: true })).toBe(
    "Not sent yet: your change of the input and your note.",
  );
  expect(unsentText({ hasNote: false, isChanged: true })).toBe("Not sent yet: your change of the input.");
  expect(unsentText({ hasNote: true, isChanged: false })).toBe("Not sent yet: your note.");
  expect(unsentText({ hasNote: false, isChanged: false })).toBeNull();
});
