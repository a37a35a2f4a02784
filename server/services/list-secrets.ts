import { asc, eq } from "drizzle-orm";
import { secrets } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { SecretView } from "#server/core/secret-views.ts";
import { notFound } from "#server/errors.ts";
import { findSecretUses } from "./find-secret-uses.ts";

type Row = typeof secrets.$inferSelect;

/** The secrets by name, without their values. */
export async function listSecrets(ctx: Context): Promise<SecretView[]> {
  const rows = await ctx.db.select().from(secrets).orderBy(asc(secrets.name));
  const uses = await findSecretUses(ctx);
  return rows.map((row) => viewOf(ctx, row, uses));
}

export async function viewSecret(ctx: Context, name: string): Promise<SecretView> {
  const [row] = await ctx.db.select().from(secrets).where(eq(secrets.name, name));
  if (!row) throw notFound("Secret", name);
  return viewOf(ctx, row, await findSecretUses(ctx));
}

function viewOf(
  { sealing }: Context,
  { name, sealed, createdAt, updatedAt }: Row,
  uses: ReadonlyMap<string, string[]>,
): SecretView {
  return {
    name,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    keyId: sealing.keyIdOf(sealed),
    usedBy: uses.get(name) ?? [],
  };
}
