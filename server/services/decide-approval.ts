import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import {
  type DecisionRefusal,
  UNNAMED,
  agreedInput,
  decisionRefusal,
} from "#server/core/run-rules/decision-refusal.ts";
import type { DecisionFact } from "#server/core/run-rules/fact.ts";
import type { ApprovalState, RunState } from "#server/core/run-rules/run-state.ts";
import { cleanText } from "#server/core/run-rules/storable.ts";
import type { ApprovalView } from "#server/core/views.ts";
import { type RunPlan, planStep } from "#server/core/run-rules/run-plan.ts";
import { type AppError, conflict, invalid } from "#server/errors.ts";
import { changeRun } from "./change-run.ts";
import { checkEditedInput } from "./check-edited-input.ts";
import { inputHashOf } from "./input-hash.ts";
import { unusableBecause } from "./unusable-tool.ts";
import { readApproval } from "./read-approval.ts";

type DecideApproval = {
  approvalId: string;
  decision: "approve" | "reject";
  note?: string | undefined;
  /** For `approve`: the input to use instead of the one that was asked for. */
  input?: Json | undefined;
  /** The hash of the input that was decided on; without it the word is for whatever stands. */
  inputHash?: string | undefined;
  decidedBy?: string | undefined;
};

/** A person's yes or no to one exact input. The first decision wins; later ones are told which stands. */
export async function decideApproval(ctx: Context, input: DecideApproval): Promise<ApprovalView> {
  const { approvalId, decision } = input;
  const { runId } = await readApproval(ctx, { approvalId });
  if (input.input !== undefined && decision === "reject") {
    throw invalid("A rejection takes no input. Approve with the edited input, or reject with a note.");
  }

  const late: AppError[] = [];
  await changeRun(ctx, runId, ({ state, plan, now }) => {
    const approval = standingApproval(state, approvalId);
    const fact: DecisionFact = {
      type: "approval-decided",
      approvalId,
      decision,
      note: input.note === undefined || input.note.trim() === "" ? null : cleanText(input.note.trim()),
      editedInput: null,
      decidedBy: input.decidedBy ?? UNNAMED,
    };
    const given = { ...fact, editedInput: input.input ?? null };
    const refusal = decisionRefusal(approval, given, now) ?? otherInput(approval, input.inputHash);
    if (refusal?.reason === "expired") {
      // Its end is written, and the person is told of it.
      late.push(errorOf(refusal, { ...approval, status: "expired", decidedAt: now }));
      return [{ type: "approval-expired", approvalId }];
    }
    if (refusal !== null) throw errorOf(refusal, approval);
    if (decision === "approve") {
      // An edited input is judged by itself.
      const standing = input.input === undefined ? agreedInput(approval) : undefined;
      refuseUnusable(ctx, plan, state, standing, approval);
    }
    if (input.input === undefined) return [fact];
    return [{ ...fact, editedInput: checkEditedInput(ctx, plan, approval, input.input) }];
  });
  for (const refused of late) throw refused;
  return readApproval(ctx, { approvalId });
}

function standingApproval(state: RunState, approvalId: string): ApprovalState {
  const approval = state.approvals.find((item) => item.approvalId === approvalId);
  if (!approval) throw new Error(`Approval "${approvalId}" is not one of its run`);
  return approval;
}

/** A yes would only let the step fail for good, where the tool may be usable again in a minute. */
function refuseUnusable(
  ctx: Context,
  plan: RunPlan,
  state: RunState,
  input: Json | undefined,
  { stepId }: ApprovalState,
): void {
  const why = unusableBecause(ctx, planStep(plan, stepId), state.tools, input);
  if (why === null) return;
  throw conflict(
    `It cannot be approved now. ${why} It goes on waiting: approve it when that is mended, or reject it.`,
    {
      reason: "tool_unusable",
    },
  );
}

function otherInput(approval: ApprovalState, given: string | undefined): DecisionRefusal | null {
  const standing = inputHashOf(agreedInput(approval));
  if (given === undefined || given === standing) return null;
  const message = `The approval of step "${approval.stepId}" is for the input with the hash "${standing}", not for "${given}". Read it again, and decide on what it shows.`;
  return { reason: "other_input", message };
}

const STANDING = {
  approved: "approve",
  rejected: "reject",
  expired: "expired",
  canceled: "canceled",
  waiting: "waiting",
  pending: "pending",
} as const;

function errorOf({ reason, message }: DecisionRefusal, approval: ApprovalState): AppError {
  if (reason === "name_needed") return invalid(message, [{ path: "decidedBy", message }]);
  const { status, decidedBy, decidedAt, note, signatures, approvers } = approval;
  const at = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return conflict(message, {
    reason,
    decision: STANDING[status],
    decidedBy,
    decidedAt: at(decidedAt),
    note,
    inputHash: inputHashOf(agreedInput(approval)),
    approvers,
    signatures: signatures.map((one) => ({ ...one, at: at(one.at) })),
  });
}
