import { eq } from "drizzle-orm";
import { approvals } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { ApprovalView } from "#server/core/views.ts";
import { notFound } from "#server/errors.ts";
import { selectApprovals, viewApprovals } from "./list-approvals.ts";

export async function readApproval(ctx: Context, input: { approvalId: string }): Promise<ApprovalView> {
  const rows = await selectApprovals(ctx.db).where(eq(approvals.id, input.approvalId));
  const [view] = await viewApprovals(ctx, rows);
  if (!view) throw notFound("Approval", input.approvalId);
  return view;
}
