import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { argv } from "node:process";
import { openPostgres } from "#db/postgres.ts";
import { rowsOf } from "#db/client.ts";
import { resolveStep } from "#server/services/resolve-step.ts";
import { startRun } from "#server/services/start-run.ts";
import { workerProcesses } from "#test/engine/worker-processes.ts";
import { makePlan } from "#test/make.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

// Workers are killed again and again while runs go through them; afterwards the ledger and the log have to agree.
const runCount = Number(argv[2] ?? 200);
const seconds = Number(argv[3] ?? 30);

const server = await startPostgres();
const url = await server.createDatabase();
const world = await openRunWorld(await openPostgres(url));
const { ctx } = world;
const processes = workerProcesses(url, join(world.folder, "ledger"));
const plan = makePlan(
  { a: [], b: ["a"], c: ["a"], d: ["a"], e: ["b", "c", "d"] },
  {
    a: { instructions: "Take 20 ms." },
    b: { instructions: "Take 20 ms.", expectedOutput: "fails twice" },
    c: { kind: "tool", tool: "send", instructions: "Take 100 ms." },
    d: { instructions: "Take 250 ms." },
    e: { instructions: "Take 20 ms." },
  },
);

async function query(text: string): Promise<Record<string, unknown>[]> {
  return rowsOf(await ctx.db.execute(text));
}

async function countOf(text: string): Promise<number> {
  const [row] = await query(`select count(*)::int as found from (${text}) as x`);
  return Number(row?.["found"]);
}

const { agentId } = await seedAgent(ctx, plan);
let started = 0;
let kills = 0;
const alive: ChildProcess[] = [];
const enlist = async () => {
  started += 1;
  alive.push(await processes.start(`w${started}`));
};
await Promise.all([enlist(), enlist(), enlist()]);

let isSettling = true;
const settling = settleUnknowns();
const feeding = feed();
const end = Date.now() + seconds * 1_000;
while (Date.now() < end) {
  await new Promise((resolve) => setTimeout(resolve, 1_200 + Math.random() * 800));
  const victim = alive.splice(Math.floor(Math.random() * alive.length), 1)[0];
  victim?.kill("SIGKILL");
  kills += 1;
  void enlist();
}
await feeding;
const open = "select id from runs where status not in ('completed', 'failed')";
const deadline = Date.now() + 60_000;
while ((await countOf(open)) > 0 && Date.now() < deadline)
  await new Promise((resolve) => setTimeout(resolve, 200));
isSettling = false;
await settling;

const calls = processes.ledger().filter((line) => line.includes(" call "));
const sends = Map.groupBy(
  calls.filter((line) => / c \d+$/.test(line)),
  (line) => line.split(" ")[2],
);
const problems = {
  "runs that did not end": await countOf(open),
  "runs that did not complete": await countOf("select id from runs where status <> 'completed'"),
  "logs with gaps": await countOf(
    "select run_id from run_events group by 1 having max(seq) <> count(*) or min(seq) <> 1",
  ),
  "steps not completed exactly once": await countOf(
    `select s.run_id from run_steps s left join run_events e on e.run_id = s.run_id and e.step_id = s.step_id
     and e.type = 'step-completed' group by s.run_id, s.step_id having count(e.seq) <> 1`,
  ),
  "joins that started early": await countOf(
    `select s.seq from run_events s join run_events c on c.run_id = s.run_id and c.type = 'step-completed'
     and c.step_id in ('b', 'c', 'd') where s.type = 'attempt-started' and s.step_id = 'e' and s.seq < c.seq`,
  ),
  "writing calls made twice": [...sends.values()].filter((lines) => lines.length > 1).length,
  "jobs left active": await countOf(
    "select id from pgboss.job where name = 'drive-run' and state = 'active'",
  ),
};
const interrupted = await countOf("select seq from run_events where type = 'attempt-interrupted'");
const unknown = await countOf(
  "select seq from run_events where type = 'step-paused' and data ->> 'reason' = 'outcome_unknown'",
);
console.log({ runCount, kills, calls: calls.length, interrupted, unknown });
console.log(problems);
processes.killAll();
await world.close();
await server.stop();
process.exitCode = Object.values(problems).some((found) => found > 0) ? 1 : 0;

/** Starts the runs spread over most of the time. */
async function feed(): Promise<void> {
  for (let index = 0; index < runCount; index += 1) {
    await startRun(ctx, { agentId });
    await new Promise((resolve) => setTimeout(resolve, (seconds * 850) / runCount));
  }
}

/** The person who looks into the ledger, and says what happened. */
async function settleUnknowns(): Promise<void> {
  while (isSettling) {
    for (const row of await query("select run_id, step_id from run_steps where reason = 'outcome_unknown'")) {
      const [runId, stepId] = [String(row["run_id"]), String(row["step_id"])];
      const wasCalled = processes.ledger().some((line) => line.includes(` call ${runId} ${stepId} `));
      await resolveStep(ctx, { runId, stepId, outcome: wasCalled ? "happened" : "did_not_happen" });
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
