import { appendFileSync } from "node:fs";
import { argv } from "node:process";
import { setTimeout } from "node:timers/promises";
import { openPostgres } from "#db/postgres.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { openRunWorld } from "#test/run-world.ts";

// A worker in a process of its own, that another process may kill. Every call leaves a line in the ledger.
const [, , url = "", workerId = "", ledger = "", leaseMs = "2000"] = argv;
const world = await openRunWorld(await openPostgres(url));
const line = (what: string) => appendFileSync(ledger, `${workerId} ${what}\n`);

await world.startWorker(
  async ({ runId, step, attempt }, { beforeToolCall, signal }) => {
    const key = `${runId} ${step.id} ${attempt}`;
    line(`begin ${key}`);
    if (step.expectedOutput === `${workerId} acts late`) await setTimeout(60_000, null, { signal });
    if (step.tool === "send") await beforeToolCall({ tool: "send", input: { to: "x" } });
    line(`call ${key}`);
    // "Take 200 ms.", and where one worker is named: "w4 takes 3000 ms".
    const told = step.expectedOutput.startsWith(`${workerId} takes`)
      ? step.expectedOutput
      : step.instructions;
    const ms = Number(/(\d+) ms/.exec(told)?.[1] ?? 0);
    await setTimeout(ms, null, { signal }).catch(() => null);
    if (step.expectedOutput === "fails twice" && attempt < 3) return fails(`No ${attempt}.`);
    line(`done ${key}`);
    return done({ by: workerId });
  },
  { workerId, slots: 4, leaseMs: Number(leaseMs) },
);
process.send?.("ready");
process.on("message", (message) => {
  if (message === "stop") void world.close().then(() => process.exit(0));
});
