import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ensureFolder } from "#db/ensure-folder.ts";

const root = mkdtempSync(join(tmpdir(), "stepwright-folders-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a folder is made with those above it, and made again without complaint", () => {
  ensureFolder(join(root, "a", "b", "c"));
  ensureFolder(join(root, "a", "b", "c"));

  expect(existsSync(join(root, "a", "b", "c"))).toBe(true);
});

test("a folder that cannot be made is an error, below a file and below /proc alike", () => {
  writeFileSync(join(root, "file"), "");

  expect(() => ensureFolder(join(root, "file", "below"))).toThrow();
  expect(() => ensureFolder("/proc/stepwright/data")).toThrow();
});
