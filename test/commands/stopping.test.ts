import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { startStepwright, stepwright } from "#test/stepwright-command.ts";

const STOPPING = "Stopping: steps may finish for some seconds. A second signal ends it at once.";
const folder = mkdtempSync(join(tmpdir(), "stepwright-stopping-"));
const postgres = await startPostgres();
const environment = {
  DATABASE_URL: await postgres.createDatabase(),
  DATA_DIR: folder,
  PORT: "0",
  MODEL: "builtin",
  LOG_LEVEL: "fatal",
  EGRESS_ALLOW: "127.0.0.1/32",
};
// Takes a request and never answers.
const silent = createServer(() => {}).listen(0, "127.0.0.1");
await once(silent, "listening");
afterAll(async () => {
  silent.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const tail = (said: string) => said.trimEnd().split("\n").slice(1);

test("a worker whose step does not end is stopped within ten seconds, and another one takes the step at once", async () => {
  const { port } = silent.address() as AddressInfo;
  const file = join(folder, "slow.json");
  const step = { kind: "tool", tool: "http_request", inputs: { url: `http://127.0.0.1:${port}/` } } as const;
  writeFileSync(
    file,
    JSON.stringify(makePlan({ ask: [] }, { ask: { ...step, instructions: "Ask the server." } })),
  );
  const web = await startStepwright(["web"], environment, /ready at (\S+)/);
  await stepwright(["import", file], environment);
  const url = web.match[1];
  const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
  expect((await fetch(`${url}/api/agents/slow/snapshots`, json)).status).toBe(201);
  const worker = await startStepwright(["worker"], environment, /worker is ready/);
  const asked = once(silent, "connection");
  const started = (await (await fetch(`${url}/api/agents/slow/runs`, json)).json()) as { runId: string };
  await asked;

  // A process that is not through within ten seconds ends with 1.
  expect(await worker.stop("SIGTERM")).toBe(0);
  expect(tail(worker.said())).toEqual([STOPPING]);

  const askedAgain = once(silent, "connection");
  const second = await startStepwright(["worker"], environment, /worker is ready/);
  await askedAgain;
  const run = (await (await fetch(`${url}/api/runs/${started.runId}`)).json()) as {
    steps: { attempts: { attempt: number; status: string }[] }[];
  };
  expect(run.steps[0]?.attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, "interrupted"],
    [1, "running"],
  ]);

  const first = second.stop("SIGINT");
  while (!second.said().includes(STOPPING)) await setTimeout(20);
  await setTimeout(600);
  await second.stop("SIGINT");
  // Who waits for the end of what is under way ends with 0.
  expect(await first).toBe(1);
  expect(await web.stop("SIGTERM")).toBe(0);
}, 300_000);

test("the database goes and comes back: the page says so meanwhile, and both roles stop with it gone", async () => {
  const [web, worker] = await Promise.all([
    startStepwright(["web"], environment, /ready at (\S+)/),
    startStepwright(["worker"], environment, /worker is ready/),
  ]);
  const ready = async () => (await fetch(`${web.match[1]}/api/ready`)).status;
  const until = async (status: number) => {
    while ((await ready()) !== status) await setTimeout(100);
  };
  await until(200);

  await postgres.crash();
  await until(503);
  const refused = await fetch(`${web.match[1]}/api/runs`);
  expect(refused.status).toBe(503);
  expect(await refused.text()).toMatch(/The database does not answer \(.+\)/);
  await setTimeout(2_000);
  await postgres.startAgain();
  await until(200);
  const file = join(folder, "wait.json");
  writeFileSync(file, JSON.stringify(makePlan({ nap: [] }, { nap: { kind: "wait", wait: { seconds: 2 } } })));
  await stepwright(["import", file], environment);
  const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
  await fetch(`${web.match[1]}/api/agents/wait/snapshots`, json);
  const ran = await stepwright(["run", "wait"], environment);
  expect(ran.stdout).toContain("run completed");

  await postgres.crash();
  const codes = await Promise.all([web.stop("SIGTERM"), worker.stop("SIGTERM")]);
  await postgres.startAgain();
  expect(codes).toEqual([0, 0]);
}, 300_000);
