import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { openPglite } from "#db/pglite.ts";
import { openPostgres } from "#db/postgres.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { AMOUNTS, type Amounts } from "./bench-amounts.ts";
import { printFigure, verdictOf } from "./bench-figures.ts";
import { benchPlan } from "./bench-plan.ts";
import { benchProcesses } from "./bench-processes.ts";
import { openBenchWorld } from "./bench-world.ts";
import { BENCH_WORKSPACE } from "./bench-workspace.ts";
import { measureLatency } from "./measure-latency.ts";
import { measureMemory } from "./measure-memory.ts";
import { measurePeers } from "./measure-peers.ts";
import { measureTakeover } from "./measure-takeover.ts";
import { measureThroughput, rateOfCommits } from "./measure-throughput.ts";
import { measure } from "./measure.ts";

// The figures that the engine answers to, each beside raw commits of the same database and the same round.
const flag = { type: "boolean", default: false } as const;
const { values: flags } = parseArgs({ options: { quick: flag, smoke: flag, peers: flag } });
const amounts: Amounts = flags.smoke ? AMOUNTS.smoke : flags.quick ? AMOUNTS.quick : AMOUNTS.full;
const load = loadavg().map((value) => value.toFixed(1));
console.log(`Node ${process.version}, ${cpus().length} cores, load ${load.join(" ")}.`);
console.log("Steps do nothing. A ratio is steps per second by sequential one-row commits per second.");
console.log("In brackets: every value that the median was taken from.");

const server = await startPostgres();
try {
  await measurePostgres();
  await measurePglite();
  measureValidation();
} finally {
  await server.stop();
}

async function measurePostgres(): Promise<void> {
  const url = await server.createDatabase();
  const raw = postgres(url, { max: 1, onnotice: () => {} });
  const rawCommits = () =>
    rateOfCommits(async () => raw`insert into raw_commits (value) values ('x')`, amounts.commits);
  const processes = benchProcesses(url);
  const bench = await openBenchWorld(await openPostgres(url));
  await raw`create table raw_commits (id serial, value text)`;

  await measureThroughput(bench, amounts, { title: "PostgreSQL, one process", rawCommits, hasFloors: true });
  console.log();
  await measureLatency(bench, amounts);
  await processes.start("second");
  await measureThroughput(bench, amounts, {
    title: "PostgreSQL, two processes on the same runs",
    rawCommits,
    hasFloors: false,
  });
  await processes.stop();
  await bench.close();
  console.log();
  await onNewDatabase(measureTakeover);
  await onNewDatabase(measureMemory);
  if (flags.peers) await measurePeers(server.createDatabase, amounts, rawCommits);
  await raw.end();
}

async function onNewDatabase(task: typeof measureMemory): Promise<void> {
  const url = await server.createDatabase();
  await task(await openPostgres(url), url, amounts);
}

async function measurePglite(): Promise<void> {
  const database = await openPglite();
  const bench = await openBenchWorld(database);
  await database.hot("create table raw_commits (id serial, value text)", []);
  const insert = "insert into raw_commits (value) values ('x')";
  const rawCommits = () => rateOfCommits(() => database.hot(insert, []), amounts.commits);
  await measureThroughput(bench, amounts, { title: "PGlite, in memory", rawCommits, hasFloors: false });
  await bench.close();
}

function measureValidation(): void {
  const plan = benchPlan(500);
  const links = plan.steps.reduce((total, step) => total + step.dependsOn.length, 0);
  const { processor, p95 } = measure(() => validatePlan(plan, BENCH_WORKSPACE));
  const verdict = verdictOf(processor, { floor: 5, aim: 1, isMore: false });
  console.log();
  printFigure(`validation of 500 steps, ${links} links`, `${processor.toFixed(2)} ms (${verdict})`, [
    processor,
    p95,
  ]);
}
