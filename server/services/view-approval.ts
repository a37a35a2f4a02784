import type { approvals } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { sideEffects } from "#server/core/side-effects.ts";
import type { Plan } from "#server/core/plan.ts";
import { agreedInput } from "#server/core/run-rules/decision-refusal.ts";
import type { Correction } from "#server/core/run.ts";
import type { ApprovalView } from "#server/core/views.ts";
import type { AgentTools } from "#server/core/tool.ts";
import { unusableBecause } from "./unusable-tool.ts";
import { inputHashOf } from "./input-hash.ts";

export type ApprovalRow = typeof approvals.$inferSelect;

/** What a person needs to see to decide: the exact input, why it is asked for, and what was tried before. */
export function viewApproval(
  ctx: Pick<Context, "tools">,
  row: ApprovalRow,
  run: {
    agentId: string;
    agentName: string;
    plan: Plan;
    tools: AgentTools;
    corrections: readonly Correction[];
  },
): ApprovalView {
  const index = run.plan.steps.findIndex((step) => step.id === row.stepId);
  const step = run.plan.steps[index];
  if (!step) throw new Error(`Approval "${row.id}" is for a step that its plan does not have`);
  return {
    approvalId: row.id,
    agentId: run.agentId,
    agentName: run.agentName,
    runId: row.runId,
    stepId: row.stepId,
    stepNumber: index + 1,
    stepTitle: step.title,
    tool: step.tool ?? null,
    attempt: row.attempt,
    status: row.status,
    reason: row.reason,
    instructions: step.instructions,
    expectedOutput: step.expectedOutput,
    sideEffects: sideEffects(
      step.tool === undefined ? undefined : ctx.tools.find(step.tool),
      agreedInput(row),
    ),
    blockedBecause: row.status === "pending" ? unusableBecause(ctx, step, run.tools, agreedInput(row)) : null,
    input: row.input,
    editedInput: row.editedInput,
    inputHash: inputHashOf(agreedInput(row)),
    approvers: row.approvers,
    signatures: row.signatures.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    corrections: run.corrections.filter((correction) => correction.attempt < row.attempt),
    note: row.note,
    decidedBy: row.decidedBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}
