import { lt } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { retiredSecrets, type secrets } from "#db/schema.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Keeps a value that a secret has no more, so that it stays hidden; what was retired long ago is forgotten. */
export async function retireSecret(
  tx: Db,
  { name, sealed }: Pick<typeof secrets.$inferSelect, "name" | "sealed">,
  now: Date,
): Promise<void> {
  await tx.delete(retiredSecrets).where(lt(retiredSecrets.retiredAt, new Date(now.getTime() - KEPT_MS)));
  await tx.insert(retiredSecrets).values({ name, sealed, retiredAt: now }).onConflictDoNothing();
}
