import { randomBytes } from "node:crypto";
import { open, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { makeCatalogue, messageOf, outputOf } from "./call-tool.ts";

const MB = 1024 * 1024;

test("R18: 50 MB, and one line of 20 MB, are refused without being read", async () => {
  const { call, folder } = await makeCatalogue();
  await writeFile(path.join(folder, "big.txt"), "");
  await truncate(path.join(folder, "big.txt"), 50 * MB);
  await writeFile(path.join(folder, "line.txt"), "x".repeat(20 * MB));
  const before = process.memoryUsage().arrayBuffers;

  for (const name of ["big.txt", "line.txt"]) {
    expect(messageOf(await call("read_file", { path: name }))).toContain("larger than the 10 MB");
    expect(messageOf(await call("read_file", { path: name, encoding: "base64" }))).toContain("larger than");
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * MB);
});

test("R18: a file that grows while it is read ends at the limit", async () => {
  const { call, folder } = await makeCatalogue();
  const file = path.join(folder, "growing.txt");
  await writeFile(file, "x".repeat(9 * MB));
  await using handle = await open(file, "a");
  let isRead = false;
  const growing = (async () => {
    const more = Buffer.alloc(MB, "x");
    for (let count = 0; !isRead && count < 200; count += 1) await handle.write(more);
  })();

  const outcome = await call("read_file", { path: "growing.txt" });
  isRead = true;
  await growing;

  // How much of it was there is a matter of luck; more than the limit never comes out.
  if (outcome.type === "completed") expect(outcome.output).toMatchObject({ bytes: expect.any(Number) });
  else expect(outcome.message).toContain("larger than the 10 MB");
  expect(JSON.stringify(outcome).length).toBeLessThan(11 * MB);
});

test("R18: a line of 9 MB is read as it is", async () => {
  const { call, folder } = await makeCatalogue();
  await writeFile(path.join(folder, "line.txt"), "ä".repeat(4.5 * MB));

  expect(outputOf(await call("read_file", { path: "line.txt" }))).toMatchObject({ bytes: 9 * MB });
});

test.each([
  ["random bytes", Buffer.concat([Buffer.from([0xff, 0xfe]), randomBytes(5_000)])],
  ["NUL", Buffer.from("a\0b")],
  ["half a surrogate pair", Buffer.from([0x61, 0xed, 0xa0, 0x80])],
  ["a character that is cut off", Buffer.from([0x61, 0xc3])],
])("R18: %s is no text, and comes whole as base64", async (_name, bytes) => {
  const { call, folder } = await makeCatalogue();
  await writeFile(path.join(folder, "odd"), bytes);

  expect(messageOf(await call("read_file", { path: "odd" }))).toContain('encoding "base64"');
  expect(outputOf(await call("read_file", { path: "odd", encoding: "base64" }))).toMatchObject({
    content: bytes.toString("base64"),
    bytes: bytes.length,
  });
});
