import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { messageOf, outputOf } from "./call-tool.ts";
import { makeCommandWorld, makeProgramWorld } from "./command-world.ts";

const LIMITS = { maxGrowthBytes: 10_000_000, timeoutMs: 50_000 };

test("a program that writes without end is stopped, and its outcome is unknown", async () => {
  const { report } = await makeProgramWorld("while :; do head -c 1000000 /dev/zero >> big; done", LIMITS);

  expect(await report()).toMatchObject({
    type: "outcome_unknown",
    message: "report wrote more than the 10 MB that it may, and was stopped. What it wrote is still there.",
  });
});

test("one that ended before somebody looked is found out too", async () => {
  const { call, folder, writable } = await makeCommandWorld("", LIMITS);
  const packed = gzipSync(Buffer.alloc(30_000_000));
  await writeFile(path.join(folder, "big.gz"), packed);
  await writeFile(path.join(writable, "big.gz"), packed);

  for (const file of ["big.gz", path.join(writable, "big.gz")]) {
    expect(await call("gzip", ["-dk", file])).toMatchObject({
      type: "outcome_unknown",
      message: expect.stringContaining("more than the 10 MB"),
    });
  }
});

test("an archive of very many files is found out", async () => {
  const { call, folder, outside } = await makeCommandWorld("", { ...LIMITS, maxEntries: 50 });
  await Promise.all(Array.from({ length: 60 }, (_, n) => writeFile(path.join(outside, `${n}`), "")));
  execFileSync("/usr/bin/tar", ["-cf", path.join(folder, "many.tar"), "."], { cwd: outside });

  expect(messageOf(await call("tar", ["-xf", "many.tar"]))).toContain("holds more than 50");
});

test("what was there before does not count", async () => {
  const { call, folder } = await makeCommandWorld("", LIMITS);
  await writeFile(path.join(folder, "big"), Buffer.alloc(30_000_000, 1));

  expect(outputOf(await call("gzip", ["-k", "big"]))).toMatchObject({ exitCode: 0 });
  expect(outputOf(await call("gzip", ["-dc", "big.gz"]))).toMatchObject({ isCut: true });
});
