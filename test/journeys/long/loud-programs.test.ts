import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openToolProduct, toolStep } from "#test/journeys/tool-product.ts";
import { makePlan } from "#test/make.ts";
import { stepOf } from "#test/run-world.ts";

const MB = 1024 * 1024;
const SCRIPTS = {
  quiet: "echo ready",
  lines: "yes a line of some words that a program says again and again | head -c 52428800",
  line: "head -c 20971520 /dev/zero | tr '\\0' x",
  noise: "head -c 1048576 /dev/urandom",
  flood: "yes a line of some words that a program says again and again | head -c 524288000",
};
const programs = mkdtempSync(join(tmpdir(), "stepwright-programs-"));
for (const [name, script] of Object.entries(SCRIPTS)) {
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
const product = await openToolProduct({
  COMMANDS_ALLOW: Object.keys(SCRIPTS)
    .map((name) => join(programs, name))
    .join(","),
});
afterAll(async () => {
  await product.close();
  rmSync(programs, { recursive: true });
});

async function runOf(name: string) {
  const plan = makePlan({ say: [] }, { say: toolStep("run_command", { command: name, args: [] }) });
  return product.untilOver(await product.start(await product.agentWith({ ...plan, title: name })));
}

test("LOG-A05: whatever a program prints, the worker's memory grows by no more than 64 MB for it", async () => {
  const first = await runOf("quiet");
  const pid = Number(/-(\d+)-[^-]+$/.exec(stepOf(first, "say").attempts[0]?.worker ?? "")?.[1]);
  const kilobytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

  const grown: Record<string, number> = {};
  for (const name of Object.keys(SCRIPTS)) {
    const base = kilobytes("VmRSS");
    // The highest mark is counted anew.
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    expect((await runOf(name)).status).toBe("completed");
    grown[name] = (kilobytes("VmHWM") - base) / 1024;
  }

  expect(Math.max(...Object.values(grown)) * MB).toBeLessThan(64 * MB);
});
