import { execFileSync } from "node:child_process";
import { mkdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { makeCatalogue, messageOf, outputOf } from "#test/tools/call-tool.ts";

test("a written file is read back by the same relative path, text and binary alike", async () => {
  const { call } = await makeCatalogue();
  const bytes = Buffer.from([0, 255, 1, 254]).toString("base64");

  expect(outputOf(await call("write_file", { path: "out/a.txt", content: "Grüße 🌍" }))).toEqual({
    path: "out/a.txt",
    bytes: 12,
  });
  await call("write_file", { path: "b.bin", content: bytes, encoding: "base64" });

  expect(outputOf(await call("read_file", { path: "out/a.txt" }))).toEqual({
    path: "out/a.txt",
    content: "Grüße 🌍",
    bytes: 12,
  });
  expect(outputOf(await call("read_file", { path: "b.bin", encoding: "base64" }))).toMatchObject({
    content: bytes,
    bytes: 4,
  });
});

test("writing replaces a longer file whole, and append adds to its end", async () => {
  const { call, folder } = await makeCatalogue();

  await call("write_file", { path: "log.txt", content: "a long first text" });
  await call("write_file", { path: "log.txt", content: "one" });
  const appended = await call("write_file", { path: "log.txt", content: " two", append: true });

  expect(await readFile(path.join(folder, "log.txt"), "utf8")).toBe("one two");
  expect(outputOf(appended)).toEqual({ path: "log.txt", bytes: 7 });
});

test("reading looks into the run's folder, then the shared files, then the configured folders", async () => {
  const { call, folder, dataDir, readable } = await makeCatalogue();
  await mkdir(path.join(dataDir, "files"));
  await writeFile(path.join(readable, "a.txt"), "configured");
  expect(outputOf(await call("read_file", { path: "a.txt" }))).toMatchObject({ content: "configured" });

  await writeFile(path.join(dataDir, "files", "a.txt"), "shared");
  expect(outputOf(await call("read_file", { path: "a.txt" }))).toMatchObject({ content: "shared" });

  await writeFile(path.join(folder, "a.txt"), "run");
  expect(outputOf(await call("read_file", { path: "a.txt" }))).toMatchObject({ content: "run" });
});

test("a missing file names the places where it was looked for, and no path of the host beyond the configured", async () => {
  const { call, folder, dataDir, readable } = await makeCatalogue();

  const message = messageOf(await call("read_file", { path: "no.csv" }));

  expect(message).toBe(
    `There is no file "no.csv". It was looked for in the run's own folder, in ".data/files" and in "${readable}".`,
  );
  expect(message).not.toContain(folder);
  expect(message).not.toContain(dataDir);
});

test("a missing file is told with the one that is nearly called so", async () => {
  const { call, folder, dataDir } = await makeCatalogue();
  await mkdir(path.join(dataDir, "files", "in"), { recursive: true });
  await writeFile(path.join(dataDir, "files", "in", "orders.csv"), "x");
  await writeFile(path.join(folder, "Report.md"), "x");
  const near = async (asked: string) => messageOf(await call("read_file", { path: asked }));

  expect(await near("in/ordres.csv")).toContain('There is one called "in/orders.csv".');
  expect(await near("report.md")).toContain('There is one called "Report.md".');
  expect(await near("in/prices.csv")).not.toContain("There is one");
  expect(await near("../files/in/order.csv")).not.toContain("There is one");
});

test.each(["../secret.txt", "a/../../secret.txt", "/etc/passwd", "a\0b", "", "/"])(
  "the path %j is refused for reading and for writing",
  async (asked) => {
    const { call } = await makeCatalogue();

    expect(await call("read_file", { path: asked })).toMatchObject({ type: "failed", retry: "now" });
    expect(await call("write_file", { path: asked, content: "x" })).toMatchObject({
      type: "failed",
      retry: "now",
    });
  },
);

test("a link that leads out of its folder is neither read, written nor listed", async () => {
  const { call, folder, outside } = await makeCatalogue();
  await writeFile(path.join(outside, "secret.txt"), "secret");
  await symlink(path.join(outside, "secret.txt"), path.join(folder, "file-link.txt"));
  await symlink(outside, path.join(folder, "folder-link"));
  await symlink(path.join(outside, "new.txt"), path.join(folder, "dangling.txt"));

  expect(messageOf(await call("read_file", { path: "file-link.txt" }))).toContain(
    "link that leads out of the run's own folder",
  );
  expect(messageOf(await call("read_file", { path: "folder-link/secret.txt" }))).toContain("leads out");
  expect(messageOf(await call("write_file", { path: "file-link.txt", content: "x" }))).toContain("is a link");
  expect(messageOf(await call("write_file", { path: "folder-link/new.txt", content: "x" }))).toContain(
    "leads out",
  );
  expect(
    messageOf(await call("write_file", { path: "folder-link/deep/er/new.txt", content: "x" })),
  ).toContain("leads out");
  expect(messageOf(await call("write_file", { path: "dangling.txt", content: "x" }))).toContain("is a link");
  expect(outputOf(await call("list_files", { pattern: "folder-link/*" }))).toEqual({ files: [] });
  expect(outputOf(await call("list_files", {}))).toEqual({ files: [] });
  expect(await readFile(path.join(outside, "secret.txt"), "utf8")).toBe("secret");
});

test("an absolute path works in a configured folder: read-only folders are not written, written ones are read", async () => {
  const { call, readable, writable } = await makeCatalogue();
  const report = path.join(writable, "sub/report.md");

  expect(await call("write_file", { path: report, content: "# Report" })).toMatchObject({
    type: "completed",
  });
  expect(outputOf(await call("read_file", { path: report }))).toMatchObject({ content: "# Report" });
  expect(messageOf(await call("write_file", { path: path.join(readable, "x.md"), content: "x" }))).toContain(
    "FILES_WRITE",
  );
  expect(messageOf(await call("write_file", { path: `${writable}-beside/x.md`, content: "x" }))).toContain(
    "may not be written",
  );
});

test("files over the limit, folders, pipes and invalid UTF-8 are refused with what would work", async () => {
  const { call, folder } = await makeCatalogue();
  await writeFile(path.join(folder, "big.txt"), "");
  await truncate(path.join(folder, "big.txt"), 10 * 1024 * 1024 + 1);
  await writeFile(path.join(folder, "latin1.txt"), Buffer.from([0x47, 0xfc, 0x6e]));
  await mkdir(path.join(folder, "sub"));
  execFileSync("mkfifo", [path.join(folder, "pipe")]);

  expect(messageOf(await call("read_file", { path: "big.txt" }))).toContain("10 MB");
  expect(messageOf(await call("read_file", { path: "latin1.txt" }))).toContain('encoding "base64"');
  expect(messageOf(await call("read_file", { path: "sub" }))).toContain("list_files");
  expect(messageOf(await call("read_file", { path: "pipe" }))).toContain("not a file");
  expect(messageOf(await call("write_file", { path: "sub", content: "x" }))).toContain("is a folder");
  expect(messageOf(await call("write_file", { path: "latin1.txt/x", content: "x" }))).toContain(
    "is a file, not a folder",
  );
  expect(
    messageOf(await call("write_file", { path: "x", content: "a".repeat(10 * 1024 * 1024 + 1) })),
  ).toContain("10 MB");
  expect(messageOf(await call("write_file", { path: "x", content: "%%%", encoding: "base64" }))).toContain(
    "base64",
  );
});

test("a list merges the places and gives paths that read_file takes", async () => {
  const { call, folder, dataDir, readable } = await makeCatalogue();
  await mkdir(path.join(dataDir, "files", "in"), { recursive: true });
  await writeFile(path.join(dataDir, "files", "in", "orders.csv"), "a,b");
  await writeFile(path.join(folder, "notes.md"), "run");
  await writeFile(path.join(readable, "notes.md"), "hidden by the run's own");

  const all = outputOf(await call("list_files", {}));
  const csv = outputOf(await call("list_files", { path: "in", pattern: "*.csv" }));

  expect(all).toEqual({
    files: [
      { path: "in/orders.csv", bytes: 3, modifiedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      { path: "notes.md", bytes: 3, modifiedAt: expect.any(String) },
    ],
  });
  expect(csv).toMatchObject({ files: [{ path: "in/orders.csv" }] });
  expect(outputOf(await call("read_file", { path: "in/orders.csv" }))).toMatchObject({ content: "a,b" });
});

test("a list of a missing folder and a pattern that leaves its folder are refused", async () => {
  const { call } = await makeCatalogue();

  expect(messageOf(await call("list_files", { path: "nowhere" }))).toContain(
    "looked for in the run's own folder",
  );
  expect(messageOf(await call("list_files", { pattern: "../*" }))).toContain("leads out of its folder");
  expect(messageOf(await call("list_files", { pattern: "{a,../b}/*" }))).toContain("leads out of its folder");
  expect(messageOf(await call("list_files", { path: "/etc" }))).toContain(
    "no folder that file tools may use",
  );
});

test("the run's folder is made by the first file written into it", async () => {
  const { call, folder } = await makeCatalogue();
  await rm(folder, { recursive: true });

  expect(await call("write_file", { path: "a.txt", content: "x" })).toMatchObject({ type: "completed" });
});

test("what git would run is not written", async () => {
  const { call } = await makeCatalogue();

  for (const asked of [".git/config", "repo/.GIT/hooks/post-commit", ".git"]) {
    expect(messageOf(await call("write_file", { path: asked, content: "x" }))).toContain("is not written");
  }
  expect(await call("write_file", { path: ".gitignore", content: "x" })).toMatchObject({ type: "completed" });
});
