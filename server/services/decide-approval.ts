import type { Context } from "#server/context.ts";
import { inputIssues } from "#server/core/check/input-issues.ts";
import { validatorOf } from "#server/core/check/schema-validator.ts";
import type { Json } from "#server/core/json.ts";
import { cleanText, storableJson } from "#server/core/run-rules/storable.ts";
import type { RunPlan } from "#server/core/run-rules/run-plan.ts";
import type { ApprovalState, RunState } from "#server/core/run-rules/run-state.ts";
import type { ApprovalView } from "#server/core/views.ts";
import { conflict, invalid } from "#server/errors.ts";
import { changeRun } from "./change-run.ts";
import { readApproval } from "./read-approval.ts";

/** A person's yes or no to one exact input. The first decision wins; later ones are told which stands. */
export async function decideApproval(
  ctx: Context,
  input: {
    approvalId: string;
    decision: "approve" | "reject";
    note?: string | undefined;
    /** For `approve`: the input to use instead of the one that was asked for. */
    input?: Json | undefined;
    decidedBy?: string | undefined;
  },
): Promise<ApprovalView> {
  const { approvalId, decision } = input;
  const { runId } = await readApproval(ctx, { approvalId });
  if (input.input !== undefined && decision === "reject") {
    throw invalid("A rejection takes no input. Approve with the edited input, or reject with a note.");
  }

  await changeRun(ctx, runId, ({ state, plan }) => {
    const approval = standingApproval(state, approvalId);
    const editedInput = input.input === undefined ? null : checkInput(ctx, plan, approval, input.input);
    return [
      {
        type: "approval-decided",
        approvalId,
        decision,
        note: input.note === undefined || input.note.trim() === "" ? null : cleanText(input.note.trim()),
        editedInput,
        decidedBy: input.decidedBy ?? "A person",
      },
    ];
  });
  return readApproval(ctx, { approvalId });
}

const STANDING = {
  approved: "approve",
  rejected: "reject",
  expired: "expired",
  canceled: "canceled",
  // Nobody is asked yet.
  waiting: "waiting",
} as const;

function standingApproval(state: RunState, approvalId: string): ApprovalState {
  const approval = state.approvals.find((item) => item.approvalId === approvalId);
  if (!approval) throw new Error(`Approval "${approvalId}" is not one of its run`);
  if (approval.status === "pending") return approval;

  const { stepId, status, decidedBy, note } = approval;
  const decidedAt = approval.decidedAt === null ? null : new Date(approval.decidedAt).toISOString();
  const by = decidedBy === null ? "" : ` by ${decidedBy}`;
  const at = decidedAt === null ? "" : ` at ${decidedAt}`;
  throw conflict(
    `The approval of step "${stepId}" was already decided: it was ${status}${by}${at}. The first decision stands.`,
    { decision: STANDING[status], decidedBy, decidedAt, note },
  );
}

function checkInput(ctx: Context, { plan }: RunPlan, approval: ApprovalState, input: Json): Json {
  const stored = storableJson(input);
  if (!stored.ok) throw invalid(`The edited input cannot be stored: ${stored.problem}.`);
  if (input === null)
    throw invalid(`The edited input is "null". Leave it out to approve the input as it is.`);

  const index = plan.steps.findIndex((step) => step.id === approval.stepId);
  const step = plan.steps[index];
  const tool = step?.tool === undefined ? null : ctx.tools.find(step.tool);
  if (!step || !tool) return input;
  const [issue] = inputIssues({ step, number: index + 1 }, tool, input, "input");
  if (issue) throw invalid(issue.message, [{ path: issue.path ?? "input", message: issue.message }]);
  const validate = validatorOf(tool.inputSchema);
  if (validate === null || validate(input)) return input;

  const issues = (validate.errors ?? []).map((error) => ({
    path: `input${error.instancePath}`,
    message: `input${error.instancePath} ${error.message ?? "does not fit the tool's schema"}.`,
  }));
  throw invalid(
    `The tool "${tool.name}" does not take the edited input: ${issues.map(({ message }) => message).join(" ")}`,
    issues,
  );
}
