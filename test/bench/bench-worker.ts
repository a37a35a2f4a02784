import { setImmediate, setTimeout } from "node:timers/promises";
import { argv } from "node:process";
import { openPostgres } from "#db/postgres.ts";
import { asks, done } from "#test/core/run-rules/results.ts";
import { openRunWorld } from "#test/run-world.ts";

// A worker in a process of its own. A step that says so asks for an approval, or is held by a worker that will be killed.
const [, , url = "", workerId = "", slots = "16"] = argv;
const world = await openRunWorld(await openPostgres(url));
const HELD_MS = 120_000;

await world.startWorker(
  async ({ step }, { signal }) => {
    if (step.instructions === "Ask.") return asks({ to: "x" });
    if (step.instructions === "Hold." && workerId.startsWith("victim")) {
      await setTimeout(HELD_MS, null, { signal }).catch(() => null);
    }
    return done({ ok: true });
  },
  { workerId, slots: Number(slots) },
);
process.send?.("ready");
process.on("message", (message) => {
  if (message === "memory") void tellMemory();
  if (message === "stop") void world.close().then(() => process.exit(0));
});

/** Garbage is gone first: the program runs with --expose-gc. */
async function tellMemory(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc?.();
    await setImmediate();
  }
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed });
}
