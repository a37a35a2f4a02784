import { appendFileSync } from "node:fs";
import { argv } from "node:process";
import { openPostgres } from "#db/postgres.ts";
import { asks, done } from "#test/core/run-rules/results.ts";
import { openRunWorld } from "#test/run-world.ts";

// A worker in a process of its own: asks for every step, and leaves a line for each use of an approved input.
const [, , url = "", workerId = "", ledger = ""] = argv;
const world = await openRunWorld(await openPostgres(url));

await world.startWorker(
  ({ runId, step, attempt, approvedInput }) => {
    if (!approvedInput) return asks({ to: `${runId} ${step.id} ${attempt}`, text: 'Grüße, "1/3": 0.1\n' });
    appendFileSync(ledger, `${JSON.stringify([runId, step.id, attempt, approvedInput.value])}\n`);
    return done(approvedInput.value);
  },
  { workerId, slots: 8 },
);
process.send?.("ready");
process.on("message", (message) => {
  if (message === "stop") void world.close().then(() => process.exit(0));
});
