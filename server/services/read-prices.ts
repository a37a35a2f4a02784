import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { settings } from "#db/schema.ts";
import { type Prices, pricesSchema } from "#server/core/prices.ts";

export const PRICES_KEY = "prices";

/** What the workspace's models cost, by model id. None is known until a person enters it. */
export async function readPrices(db: Db): Promise<Prices> {
  const [row] = await db.select().from(settings).where(eq(settings.key, PRICES_KEY));
  return row === undefined ? {} : pricesSchema.parse(row.value);
}
