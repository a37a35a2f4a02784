import { eq, sql } from "drizzle-orm";
import { secrets } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { SecretView } from "#server/core/secret-views.ts";
import { conflict } from "#server/errors.ts";
import { checkSecretName, checkSecretValue } from "./check-secret.ts";
import { retireSecret } from "./retire-secret.ts";
import { viewSecret } from "./list-secrets.ts";
import { SECRETS_CHANNEL, secretRowId } from "./secret-store.ts";

const MAX_SECRETS = 500;

/** Keeps a secret, or gives it another value. From the next call on tools get the new one. */
export async function putSecret(
  ctx: Context,
  input: { name: string; value: string },
): Promise<{ secret: SecretView; isNew: boolean }> {
  const name = checkSecretName(input.name);
  const sealed = ctx.sealing.seal(checkSecretValue(input.value), secretRowId(name));
  const isNew = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${SECRETS_CHANNEL}))`);
    const [standing] = await tx.select().from(secrets).where(eq(secrets.name, name));
    if (standing === undefined && (await tx.$count(secrets)) >= MAX_SECRETS) {
      throw conflict(`There are ${MAX_SECRETS} secrets, which is the most. Delete one first.`);
    }
    const now = ctx.now();
    if (standing !== undefined) await retireSecret(tx, standing, now);
    await tx
      .insert(secrets)
      .values({ name, sealed, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: secrets.name, set: { sealed, updatedAt: now } });
    await tx.execute(sql`select pg_notify(${SECRETS_CHANNEL}, '')`);
    return standing === undefined;
  });
  // Hidden here from now on, whenever the others hear of it.
  await ctx.secrets.read([name]);
  return { secret: await viewSecret(ctx, name), isNew };
}
