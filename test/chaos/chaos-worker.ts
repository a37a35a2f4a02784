import { once } from "node:events";
import { argv } from "node:process";
import { openPostgres } from "#db/postgres.ts";
import { openRunWorld } from "#test/run-world.ts";
import { perform } from "./perform.ts";

// A worker in a process of its own, that joins when it is told to and that another process may kill.
const [, , url = "", workerId = "", ledger = "", leaseMs = ""] = argv;
const world = await openRunWorld(await openPostgres(url).catch(giveUp)).catch(giveUp);
process.send?.("booted");
process.once("disconnect", () => process.exit(0));
await once(process, "message");

await world.startWorker(perform(workerId, ledger), {
  workerId,
  ...(leaseMs !== "" && { leaseMs: Number(leaseMs) }),
});
process.send?.("joined");
process.once("message", () => void world.close().then(() => process.exit(0)));

/** Without the database there is nothing to join. */
function giveUp(error: unknown): never {
  console.error(`${workerId} could not open the database: ${error}`);
  process.exit(1);
}
