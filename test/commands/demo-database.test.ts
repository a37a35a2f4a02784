import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPglite } from "#db/pglite.ts";
import { agents } from "#db/schema.ts";
import { placeEmptyDatabase } from "#server/commands/demo-database.ts";

test("an empty database is placed in each new folder, whole and independent of the others", async () => {
  const folders = ["a", "b"].map((name) => mkdtempSync(join(tmpdir(), `stepwright-demo-${name}-`)));
  for (const folder of folders) await placeEmptyDatabase(folder);
  expect(folders.map((folder) => existsSync(join(folder, "pglite", "PG_VERSION")))).toEqual([true, true]);

  const [first = "", second = ""] = folders;
  const at = new Date("2026-11-30T12:00:00.000Z");
  const one = await openPglite(first);
  await one.db.insert(agents).values({ id: "a", slug: "a", name: "A", createdAt: at, updatedAt: at });
  await one.close();
  const other = await openPglite(second);
  expect(await other.db.select().from(agents)).toEqual([]);
  await other.close();

  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
