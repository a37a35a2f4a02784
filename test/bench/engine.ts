import { performance } from "node:perf_hooks";
import postgres from "postgres";
import { openPostgres } from "#db/postgres.ts";
import type { Plan } from "#server/core/plan.ts";
import { startRun } from "#server/services/start-run.ts";
import { makePlan } from "#test/make.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { done } from "#test/core/run-rules/results.ts";
import { type RunWorld, openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

const ROUNDS = 5;
const DIAMONDS = 200;

const chain = (length: number) =>
  makePlan(
    Object.fromEntries(Array.from({ length }, (_, index) => [`s${index}`, index ? [`s${index - 1}`] : []])),
  );
const fan = (width: number) => {
  const leaves = Array.from({ length: width }, (_, index) => `f${index}`);
  return makePlan({ root: [], ...Object.fromEntries(leaves.map((id) => [id, ["root"]])), join: leaves });
};
const diamond = makePlan({ a: [], b: ["a"], c: ["a"], d: ["b", "c"], e: ["d"] });

const server = await startPostgres();
const url = await server.createDatabase();
const world = await openRunWorld(await openPostgres(url));
await world.startWorker(() => done({ ok: true }), { slots: 8 });
const raw = postgres(url, { max: 1, onnotice: () => {} });
await raw`create table raw_commits (id serial, value text)`;

const rates = new Map<string, number[]>();
function record(name: string, rate: number) {
  rates.set(name, [...(rates.get(name) ?? []), rate]);
}

try {
  await drive(world, await seedAgent(world.ctx, diamond), 100);
  for (let round = 0; round < ROUNDS; round += 1) {
    record("raw commits", await measureCommits());
    await measure("chain of 50", chain(50), 1);
    await measure("fan-out of 200 + join", fan(200), 1);
    await measure("20 chains of 50", chain(50), 20);
    await measure(`${DIAMONDS} diamonds`, diamond, DIAMONDS);
  }
  const commits = median(rates.get("raw commits") ?? []);
  console.log(`raw sequential commits     ${Math.round(commits)}/s`);
  report("chain of 50", commits, 0.2, 0.4);
  report("fan-out of 200 + join", commits, 0.5, 1);
  report("20 chains of 50", commits, 0.45, 0.9);
  report(`${DIAMONDS} diamonds`, commits, 0.25, 0.5);
} finally {
  await world.close();
  await raw.end();
  await server.stop();
}

async function measureCommits(): Promise<number> {
  const count = 1_000;
  const start = performance.now();
  for (let index = 0; index < count; index += 1) await raw`insert into raw_commits (value) values ('x')`;
  return (count / (performance.now() - start)) * 1_000;
}

async function measure(name: string, plan: Plan, runs: number): Promise<void> {
  const agent = await seedAgent(world.ctx, plan);
  const ms = await drive(world, agent, runs);
  record(name, ((plan.steps.length * runs) / ms) * 1_000);
}

/** Milliseconds from the first trigger to the end of the last run. */
async function drive({ ctx }: RunWorld, { agentId }: { agentId: string }, runs: number): Promise<number> {
  let left = runs;
  const trigger = async () => {
    while (left > 0) {
      left -= 1;
      await startRun(ctx, { agentId });
    }
  };
  await Promise.all(Array.from({ length: 4 }, trigger));
  for (;;) {
    const [row] = await raw`
      select count(*) filter (where ended_at is null)::int as open,
        extract(epoch from max(ended_at) - min(created_at))::float8 * 1000 as ms
      from runs where agent_id = ${agentId}`;
    if (row?.["open"] === 0) return Number(row["ms"]);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function report(name: string, commits: number, floor: number, aim: number): void {
  const all = rates.get(name) ?? [];
  const ratio = median(all) / commits;
  const verdict = ratio >= aim ? "aim" : ratio >= floor ? "floor" : "BELOW THE FLOOR";
  const figures = all.map((rate) => Math.round(rate)).join(" ");
  console.log(
    `${name.padEnd(26)} ${Math.round(median(all))} steps/s, ratio ${ratio.toFixed(2)} (floor ${floor}, aim ${aim}): ${verdict}   [${figures}]`,
  );
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
