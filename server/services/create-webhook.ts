import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { webhooks } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { WebhookScheme } from "#server/core/trigger.ts";
import type { NewWebhookView } from "#server/core/trigger-views.ts";
import { conflict } from "#server/errors.ts";
import { type AgentRow, lockAgent, refuseArchived } from "./find-agent.ts";
import { checkSecret, newSecret } from "./webhook-secret.ts";
import { viewWebhook } from "./webhook-rows.ts";
import { checkWebhookTitle } from "./webhook-title.ts";

const ID_BYTES = 24;
const MAX_WEBHOOKS = 100;

/** A way for another program to start runs of the agent. Its secret is answered this one time. */
export async function createWebhook(
  ctx: Context,
  input: {
    agentId: string;
    title: string;
    scheme?: WebhookScheme | undefined;
    secret?: string | undefined;
    origin: string;
  },
): Promise<NewWebhookView> {
  const { scheme = "standard" } = input;
  const title = checkWebhookTitle(input.title);
  const secret = input.secret === undefined ? newSecret(scheme) : checkSecret(scheme, input.secret);
  // Part of the address, so random all through: ids of the usual kind stand close to each other.
  const id = `hook_${randomBytes(ID_BYTES).toString("base64url")}`;
  const sealed = ctx.sealing.seal(secret, id);
  await ctx.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, input.agentId);
    refuseArchived(agent);
    await refuseTooMany(tx, agent);
    const now = ctx.now();
    await tx
      .insert(webhooks)
      .values({ id, agentId: agent.id, scheme, title, secret: sealed, createdAt: now, updatedAt: now });
  });
  return { ...(await viewWebhook(ctx, id, input.origin)), secret };
}

async function refuseTooMany(tx: Db, agent: AgentRow): Promise<void> {
  const count = await tx.$count(webhooks, eq(webhooks.agentId, agent.id));
  if (count < MAX_WEBHOOKS) return;
  throw conflict(
    `Agent "${agent.name}" has ${count} webhooks, and ${MAX_WEBHOOKS} is the most. Delete one first.`,
  );
}
