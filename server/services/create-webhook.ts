import { randomBytes } from "node:crypto";
import { webhooks } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { WebhookScheme } from "#server/core/trigger.ts";
import type { NewWebhookView } from "#server/core/trigger-views.ts";
import { findAgent, refuseArchived } from "./find-agent.ts";
import { checkSecret, newSecret } from "./webhook-secret.ts";
import { viewWebhook } from "./webhook-rows.ts";
import { checkWebhookTitle } from "./webhook-title.ts";

const ID_BYTES = 24;

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
  const agent = await findAgent(ctx.db, input.agentId);
  refuseArchived(agent);
  const title = checkWebhookTitle(input.title);
  const secret = input.secret === undefined ? newSecret(scheme) : checkSecret(scheme, input.secret);
  // Part of the address, so random all through: ids of the usual kind stand close to each other.
  const id = `hook_${randomBytes(ID_BYTES).toString("base64url")}`;
  const now = ctx.now();
  await ctx.db.insert(webhooks).values({
    id,
    agentId: agent.id,
    scheme,
    title,
    secret: ctx.sealing.seal(secret, id),
    createdAt: now,
    updatedAt: now,
  });
  return { ...(await viewWebhook(ctx, id, input.origin)), secret };
}
