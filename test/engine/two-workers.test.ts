import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openPostgres } from "#db/postgres.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { resolveStep } from "#server/services/resolve-step.ts";
import { startRun } from "#server/services/start-run.ts";
import { makePlan } from "#test/make.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { openRunWorld, standing, stepOf, until, untilOver, untilStatus } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { workerProcesses } from "./worker-processes.ts";

const server = await startPostgres();
const url = await server.createDatabase();
const world = await openRunWorld(await openPostgres(url));
const processes = workerProcesses(url, join(world.folder, "ledger"));
afterAll(async () => {
  processes.killAll();
  await world.closeReplayed();
  await server.stop();
});
const { ctx } = world;
const first = await processes.start("w1");

async function untilCalled(line: string): Promise<void> {
  while (!processes.ledger().includes(line)) await new Promise((resolve) => setTimeout(resolve, 10));
}

const plan = makePlan(
  {
    quick: [],
    slow: ["quick"],
    put: ["quick"],
    send: ["quick"],
    late: ["quick"],
    last: ["slow", "put"],
    sent: ["send"],
  },
  {
    slow: { expectedOutput: "w1 takes 60000 ms" },
    put: { kind: "tool", tool: "put", expectedOutput: "w1 takes 60000 ms" },
    send: { kind: "tool", tool: "send", expectedOutput: "w1 takes 60000 ms" },
    late: { kind: "tool", tool: "send", expectedOutput: "w1 acts late" },
  },
);

test("a worker killed in the middle of its steps: another does again what may be done again, and nothing else", async () => {
  const runId = await world.run(plan);
  await untilCalled(`w1 call ${runId} slow 1`);
  await untilCalled(`w1 call ${runId} send 1`);
  await untilCalled(`w1 call ${runId} put 1`);
  await untilCalled(`w1 begin ${runId} late 1`);
  const second = processes.start("w2");
  first.kill("SIGKILL");
  await second;

  const paused = await untilStatus(ctx, runId, "paused");
  expect(standing(paused)).toEqual({
    quick: "completed",
    slow: "completed",
    put: "completed",
    send: "paused/outcome_unknown",
    late: "completed",
    last: "completed",
    sent: "pending",
  });
  expect(
    stepOf(paused, "slow").attempts.map((attempt) => [attempt.attempt, attempt.status, attempt.worker]),
  ).toEqual([
    [1, "interrupted", "w1"],
    [1, "completed", "w2"],
  ]);
  expect(processes.ledger().filter((line) => line.includes(`call ${runId} send`))).toHaveLength(1);
  expect(processes.ledger().filter((line) => line.includes(`call ${runId} late`))).toHaveLength(1);
  expect(stepOf(paused, "send").input).toEqual({ to: "x" });

  await resolveStep(ctx, { runId, stepId: "send", outcome: "did_not_happen" });
  const run = await untilOver(ctx, runId);
  expect(run.status).toBe("completed");
  expect(processes.ledger().filter((line) => line.includes(`call ${runId} send`))).toHaveLength(2);
  const events = await listRunEvents(ctx, { runId, after: 0, limit: 1_000 });
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
});

test("two workers on one wide run share it, and no step is called twice", async () => {
  await processes.start("w3");
  const leaves = Array.from({ length: 60 }, (_, index) => `f${index}`);
  const wide = makePlan(
    { root: [], ...Object.fromEntries(leaves.map((id) => [id, ["root"]])), join: leaves },
    Object.fromEntries(leaves.map((id) => [id, { instructions: "Take 250 ms." }])),
  );
  const runId = await world.run(wide);
  const run = await untilOver(ctx, runId);

  expect(run.status).toBe("completed");
  const calls = processes.ledger().filter((line) => line.includes(`call ${runId}`));
  expect(calls).toHaveLength(62);
  expect(new Set(calls.map((line) => line.split(" ")[0]))).toEqual(new Set(["w2", "w3"]));
});

test("a worker that slept past its lease has its late results refused", async () => {
  const nap = { instructions: "Take 200 ms.", expectedOutput: "w4 takes 3000 ms" };
  const { agentId } = await seedAgent(ctx, makePlan({ nap: [] }, { nap }));
  const sleeper = await processes.start("w4");
  const runs: string[] = [];
  const isTaken = (line: string) => line.startsWith("w4 call") && runs.some((runId) => line.includes(runId));
  // As many as it takes until the others have no slot free.
  while (!processes.ledger().some(isTaken)) {
    runs.push((await startRun(ctx, { agentId })).runId);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  sleeper.kill("SIGSTOP");
  const taken = processes
    .ledger()
    .filter(isTaken)
    .map((line) => line.split(" ")[2] ?? "");

  for (const runId of runs) expect((await untilOver(ctx, runId)).status).toBe("completed");
  sleeper.kill("SIGCONT");
  const slept = await until(ctx, taken[0] ?? "", (run) => run.seq > 0);
  expect(stepOf(slept, "nap").attempts.at(-1)).toMatchObject({ attempt: 1, status: "completed" });
  expect(stepOf(slept, "nap").attempts[0]).toMatchObject({ attempt: 1, status: "interrupted", worker: "w4" });
  for (;;) {
    const events = await listRunEvents(ctx, { runId: taken[0] ?? "", after: 0, limit: 100 });
    if (events.some((event) => event.type === "result-refused" && event.worker === "w4")) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  sleeper.send("stop");
  await once(sleeper, "exit");
});
