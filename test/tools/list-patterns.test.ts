import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { makeCatalogue, messageOf, outputOf } from "./call-tool.ts";

test("a pattern that stands for too many is refused before anything is looked at", async () => {
  const { call } = await makeCatalogue();

  for (const pattern of [
    "{a,b}".repeat(20),
    "{1..1000000}",
    "{a,{b,{c,{1..999}}}}",
    `{${"{a,b}".repeat(10)},c}`,
  ]) {
    expect(messageOf(await call("list_files", { pattern }))).toMatch(/stands for \d+ patterns.*up to 1000/);
  }
  expect(messageOf(await call("list_files", { pattern: "{a},b}{a},b}" }))).toContain("one alternative only");
  expect(messageOf(await call("list_files", { pattern: "*".repeat(1_001) }))).toContain("1001 characters");
});

test("a pattern that takes long to match keeps nobody else waiting", async () => {
  const { call, folder } = await makeCatalogue();
  await writeFile(path.join(folder, `${"a".repeat(200)}!`), "");
  const stop = new AbortController();
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
    // This process goes on while the other one matches.
    if (turns === 20) stop.abort();
  }, 10);

  const outcome = await call("list_files", { pattern: "+(+(a)+(a)+(a))b" }, { signal: stop.signal });
  clearInterval(counting);

  expect(turns).toBeGreaterThan(0);
  expect(outcome.type === "completed" || outcome.type === "failed").toBe(true);
});

test("alternatives, ranges and folders at any depth are matched", async () => {
  const { call, folder } = await makeCatalogue();
  await mkdir(path.join(folder, "d", "e"), { recursive: true });
  for (const file of ["a.md", "b.txt", "c1", "c2", "c9", "d/e/f.md"])
    await writeFile(path.join(folder, file), "");
  const listed = async (pattern: string) => {
    const { files } = outputOf(await call("list_files", { pattern })) as { files: { path: string }[] };
    return files.map((file) => file.path);
  };

  expect(await listed("*.{md,txt}")).toEqual(["a.md", "b.txt"]);
  expect(await listed("c{1..3}")).toEqual(["c1", "c2"]);
  expect(await listed("**/*.md")).toEqual(["a.md", "d/e/f.md"]);
});
