import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { FolderInUseError } from "#db/folder-lock.ts";
import { openPglite } from "#db/pglite.ts";
import { settings } from "#db/schema.ts";

const at = new Date("2026-11-30T12:00:00.000Z");

test("what is written to the data folder is there after it was closed and opened again", async () => {
  using folder = temporaryFolder();
  const first = await openPglite(folder.path);
  await first.db.insert(settings).values({ key: "theme", value: { mode: "dark" }, updatedAt: at });
  await first.close();

  const second = await openPglite(folder.path);
  const rows = await second.db.select().from(settings);
  await second.close();

  expect(rows).toEqual([{ key: "theme", value: { mode: "dark" }, updatedAt: at }]);
});

test("a second opener of a data folder is refused in one line, in this process and in another", async () => {
  using folder = temporaryFolder();
  const open = await openPglite(folder.path);

  await expect(openPglite(folder.path)).rejects.toThrow(FolderInUseError);
  const other = openInAnotherProcess(folder.path);
  await open.close();

  expect(other).toContain("in use by another Stepwright process");
  expect(other.trim().split("\n")).toHaveLength(1);
});

test("databases in memory share nothing, and a new one is empty", async () => {
  const first = await openPglite();
  await first.db.insert(settings).values({ key: "theme", value: { mode: "dark" }, updatedAt: at });
  await first.hot("checkpoint", []);
  const second = await openPglite();
  await second.db.insert(settings).values({ key: "theme", value: { mode: "light" }, updatedAt: at });
  await second.hot("checkpoint", []);
  const third = await openPglite();

  const values = [first, second, third].map(({ db }) => db.select({ value: settings.value }).from(settings));
  expect(await Promise.all(values)).toEqual([
    [{ value: { mode: "dark" } }],
    [{ value: { mode: "light" } }],
    [],
  ]);
  await Promise.all([first, second, third].map((database) => database.close()));
});

test("a hot statement answers with rows, and a listener hears what is notified", async () => {
  const database = await openPglite();
  const heard: string[] = [];
  const stop = await database.listen("news", (payload) => heard.push(payload));

  const rows = await database.hot("select $1::int + 1 as next", [41]);
  await database.hot("select pg_notify('news', 'hello')", []);
  await stop();
  await database.hot("select pg_notify('news', 'too late')", []);
  await database.close();

  expect(rows).toEqual([{ next: 42 }]);
  expect(heard).toEqual(["hello"]);
});

function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "stepwright-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

function openInAnotherProcess(folder: string): string {
  const script = `import(${JSON.stringify(resolve("db/folder-lock.ts"))}).then(({ lockFolder }) => {
    try { lockFolder(${JSON.stringify(folder)}); console.log("opened"); }
    catch (error) { console.log(error.message); }
  });`;
  return execFileSync(process.execPath, ["-e", script], { encoding: "utf8" });
}
