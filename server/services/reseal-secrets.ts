import { and, eq } from "drizzle-orm";
import { noticeChannels, retiredSecrets, secrets, webhooks } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { secretRowId } from "./secret-store.ts";

/**
 * Seals with the present key what an older key of SECRET_KEY sealed, so that the older one can be taken out.
 * Answers how many were sealed anew; what no key opens stays as it is, and is said in the log.
 */
export async function resealSecrets(ctx: Pick<Context, "db" | "sealing" | "log">): Promise<number> {
  const { db } = ctx;
  let count = 0;

  async function reseal(
    sealed: string | null,
    rowId: string,
    write: (next: string, standing: string) => Promise<unknown>,
  ): Promise<void> {
    if (sealed === null || ctx.sealing.isCurrent(sealed)) return;
    try {
      await write(ctx.sealing.seal(ctx.sealing.open(sealed, rowId), rowId), sealed);
      count += 1;
    } catch (error) {
      ctx.log.error({ err: error, rowId }, "a secret cannot be sealed with the present key");
    }
  }

  // Each is written only where it still is what was opened: a person may replace it meanwhile.
  for (const { name, sealed } of await db.select().from(secrets)) {
    await reseal(sealed, secretRowId(name), (next, standing) =>
      db
        .update(secrets)
        .set({ sealed: next })
        .where(and(eq(secrets.name, name), eq(secrets.sealed, standing))),
    );
  }
  for (const { name, sealed } of await db.select().from(retiredSecrets)) {
    await reseal(sealed, secretRowId(name), (next, standing) =>
      db
        .update(retiredSecrets)
        .set({ sealed: next })
        .where(and(eq(retiredSecrets.name, name), eq(retiredSecrets.sealed, standing))),
    );
  }
  for (const { id, secret, previousSecret } of await db.select().from(webhooks)) {
    await reseal(secret, id, (next, standing) =>
      db
        .update(webhooks)
        .set({ secret: next })
        .where(and(eq(webhooks.id, id), eq(webhooks.secret, standing))),
    );
    await reseal(previousSecret, id, (next, standing) =>
      db
        .update(webhooks)
        .set({ previousSecret: next })
        .where(and(eq(webhooks.id, id), eq(webhooks.previousSecret, standing))),
    );
  }
  for (const { id, secret } of await db.select().from(noticeChannels)) {
    await reseal(secret, id, (next, standing) =>
      db
        .update(noticeChannels)
        .set({ secret: next })
        .where(and(eq(noticeChannels.id, id), eq(noticeChannels.secret, standing))),
    );
  }
  return count;
}
