import { argv } from "node:process";
import type { Database, Db } from "#db/client.ts";
import { openPostgres } from "#db/postgres.ts";
import { openRunWorld } from "#test/run-world.ts";
import { readLedger } from "./ledger.ts";
import { perform } from "./perform.ts";
import { type Scenario, carryThrough } from "./scenario.ts";

// Lives one whole life of the engine, and dies at the point that it is told.
const [, , url = "", point = "", given = ""] = argv;
const scenario = JSON.parse(given) as Scenario;
let isCounting = false;
let passed = 0;

/** The process may end here. */
function pass(): void {
  if (!isCounting) return;
  passed += 1;
  if (passed === Number(point)) process.kill(process.pid, "SIGKILL");
}

async function around<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  pass();
  const answer = await act();
  pass();
  return answer;
}

function guarded(database: Database): Database {
  const db = new Proxy(database.db, {
    get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name)),
  });
  const transaction: Db["transaction"] = (work, config) =>
    around(() =>
      database.db.transaction(async (tx) => {
        const execute = tx.execute.bind(tx);
        tx.execute = ((statement: Parameters<typeof execute>[0]) =>
          around(async () => execute(statement))) as typeof tx.execute;
        return work(tx);
      }, config),
    );
  return { ...database, db, hot: (text, parameters) => around(() => database.hot(text, parameters)) };
}

const world = await openRunWorld(guarded(await openPostgres(url)));
for (const name of ["fetch", "complete", "fail", "touch"] as const) {
  const act = world.boss[name].bind(world.boss) as (...parts: unknown[]) => Promise<unknown>;
  Object.assign(world.boss, { [name]: (...parts: unknown[]) => around(() => act(...parts)) });
}
isCounting = true;
const workerId = `first-${scenario.key}`;
const worker = await world.startWorker(perform(workerId, scenario.ledger), {
  workerId,
  leaseMs: 1_000,
});
await carryThrough(world.ctx, scenario, readLedger(scenario.ledger));
await worker.stop();
process.exit(0);
