import { and, eq, sql } from "drizzle-orm";
import { messages, planRevisions } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { type DataParts, dataPartSchemas } from "#server/core/conversation.ts";
import { planEditSchema } from "#server/core/edit-schema.ts";
import type { PlanChange } from "./change-plan.ts";
import { editPlan } from "./edit-plan.ts";
import { findLatestRevision } from "./find-revision.ts";

/** What became of a proposed correction that a person accepts. */
export type Acceptance =
  | { type: "changed"; change: PlanChange }
  /** It was accepted before. */
  | { type: "standing"; revision: number }
  | { type: "refused"; message: string };

type Accepting = { agentId: string; messageId: string; accepts: { messageId: string } };
type ProposedEdit = Extract<DataParts["proposal"], { type: "edit" }>;

/** Makes exactly the edits of a proposed correction, as the revision of the message that accepts it. */
export async function acceptProposal(ctx: Context, input: Accepting): Promise<Acceptance> {
  const proposal = await findProposal(ctx, input);
  if (proposal === null) {
    const message = `The message "${input.accepts.messageId}" proposes no correction, so there is nothing to accept.`;
    return { type: "refused", message };
  }
  const before = await findAccepted(ctx, input);
  if (before !== null) return { type: "standing", revision: before };

  const result = await editPlan(ctx, {
    agentId: input.agentId,
    messageId: input.messageId,
    baseRevision: proposal.baseRevision,
    edits: proposal.edits.map((edit) => planEditSchema.parse(edit)),
    changeDescription: proposal.description,
  });
  if (result.ok) return { type: "changed", change: result.value };
  const meanwhile = await findAccepted(ctx, input);
  if (meanwhile !== null) return { type: "standing", revision: meanwhile };
  const revision = (await findLatestRevision(ctx.db, input.agentId))?.revision ?? 0;
  if (revision === proposal.baseRevision) return { type: "refused", message: result.error.message };
  const message = `The plan has changed since: the correction was proposed for revision ${proposal.baseRevision}, and it is at revision ${revision}. Nothing was changed. Ask for a new proposal.`;
  return { type: "refused", message };
}

async function findProposal({ db }: Context, { agentId, accepts }: Accepting): Promise<ProposedEdit | null> {
  const [row] = await db
    .select({ parts: messages.parts })
    .from(messages)
    .where(
      and(eq(messages.agentId, agentId), eq(messages.id, accepts.messageId), eq(messages.role, "assistant")),
    );
  const proposals = (row?.parts ?? []).flatMap((part) => {
    const read = part.type === "data-proposal" ? dataPartSchemas.proposal.safeParse(part["data"]) : null;
    return read?.success && read.data.type === "edit" ? [read.data] : [];
  });
  return proposals.at(-1) ?? null;
}

/** The revision that an earlier acceptance of the same proposal made. */
async function findAccepted({ db }: Context, { agentId, accepts }: Accepting): Promise<number | null> {
  const [row] = await db
    .select({ revision: planRevisions.revision })
    .from(messages)
    .innerJoin(
      planRevisions,
      and(eq(planRevisions.agentId, messages.agentId), eq(planRevisions.messageId, messages.id)),
    )
    .where(
      and(
        eq(messages.agentId, agentId),
        sql`${messages.metadata} -> 'accepts' ->> 'messageId' = ${accepts.messageId}`,
      ),
    )
    .orderBy(planRevisions.revision)
    .limit(1);
  return row?.revision ?? null;
}
