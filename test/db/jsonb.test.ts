import { expect, test } from "vitest";
import { openPglite } from "#db/pglite.ts";
import { openPostgres } from "#db/postgres.ts";
import { settings } from "#db/schema.ts";
import { startPostgres } from "#test/postgres-server.ts";

const VALUES = ['{"a":1}', "1", "true", "null", '"quoted"', "plain", "", 1, true, [], { a: [null] }];

test("JSON comes back as it was stored from both databases, a text that looks like JSON included", async () => {
  const server = await startPostgres();
  const databases = [await openPglite(), await openPostgres(await server.createDatabase())];
  const read: unknown[] = [];
  for (const { db, close } of databases) {
    const updatedAt = new Date();
    await db.insert(settings).values(VALUES.map((value, n) => ({ key: `key-${n}`, value, updatedAt })));
    const rows = await db.select().from(settings);
    read.push(VALUES.map((_, n) => rows.find(({ key }) => key === `key-${n}`)?.value));
    await close();
  }
  await server.stop();

  expect(read).toEqual([VALUES, VALUES]);
});
