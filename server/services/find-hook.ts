import type { Context } from "#server/context.ts";
import type { WebhookScheme } from "#server/core/trigger.ts";
import { AppError } from "#server/errors.ts";
import { DeliveryRefusal } from "./delivery-refusal.ts";
import { executeHot } from "./executor.ts";
import { keyOf } from "./webhook-secret.ts";

/** A webhook as a delivery meets it. */
export type Hook = {
  id: string;
  agentId: string;
  scheme: WebhookScheme;
  secret: string;
  /** Null when there is none, or its time is over. */
  previousSecret: string | null;
};

const ID = /^hook_[\w-]{32}$/;
const FIND = `
select id, agent_id as "agentId", scheme, secret,
  case when previous_until > clock_timestamp() then previous_secret end as "previousSecret"
from webhooks where id = $1 and enabled`;

/** The webhook that takes deliveries under this id; null as well while it is off, so that nobody learns more. */
export async function findHook(ctx: Context, webhookId: string): Promise<Hook | null> {
  if (!ID.test(webhookId)) return null;
  const [row] = await executeHot(ctx.database)(FIND, [webhookId]);
  // The columns are those of the statement above.
  return row ? (row as Hook) : null;
}

/** What the webhook's deliveries may be signed with. */
export function hookKeys(ctx: Context, hook: Hook): Buffer[] {
  try {
    const secrets = [hook.secret, hook.previousSecret].filter((sealed) => sealed !== null);
    return secrets.map((sealed) => keyOf(hook.scheme, ctx.sealing.open(sealed, hook.id)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.error({ err: error, webhookId: hook.id }, "A delivery could not be checked");
    throw new DeliveryRefusal("refused", 503, "Deliveries cannot be checked here now. Try again later.", {
      retryAfter: 300,
      inside: error.message,
    });
  }
}
