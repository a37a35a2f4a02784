import { once } from "node:events";
import nodeModule from "node:module";
import { argv } from "node:process";

// A worker in a process of its own, that joins when it is told to and that another process may kill.
nodeModule.enableCompileCache();
const [, , url = "", workerId = "", ledger = "", leaseMs = ""] = argv;
const [{ openPostgres }, { openRunWorld }, { perform }] = await Promise.all([
  import("#db/postgres.ts"),
  import("#test/run-world.ts"),
  import("./perform.ts"),
]);
const world = await openRunWorld(await openPostgres(url));
process.send?.("booted");
await once(process, "message");

await world.startWorker(perform(workerId, ledger), {
  workerId,
  ...(leaseMs !== "" && { leaseMs: Number(leaseMs) }),
});
process.send?.("joined");
process.on("message", () => void world.close().then(() => process.exit(0)));
process.on("disconnect", () => process.exit(0));
