import { eq, sql } from "drizzle-orm";
import { secrets } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { listOf } from "#server/core/list-of.ts";
import { conflict } from "#server/errors.ts";
import { retireSecret } from "./retire-secret.ts";
import { viewSecret } from "./list-secrets.ts";
import { SECRETS_CHANNEL } from "./secret-store.ts";

/** Forgets a secret. While something names it this is refused, unless `force` says that its calls may fail. */
export async function deleteSecret(
  ctx: Context,
  input: { name: string; force?: boolean | undefined },
): Promise<void> {
  const { name, usedBy } = await viewSecret(ctx, input.name);
  if (usedBy.length > 0 && input.force !== true) {
    throw conflict(
      `"${name}" is named by ${listOf(usedBy, "and")}, which would fail without it. Change them first, give it another value, or delete it with "force".`,
    );
  }
  await ctx.db.transaction(async (tx) => {
    const [gone] = await tx.delete(secrets).where(eq(secrets.name, name)).returning();
    if (gone !== undefined) await retireSecret(tx, gone, ctx.now());
    await tx.execute(sql`select pg_notify(${SECRETS_CHANNEL}, '')`);
  });
}
