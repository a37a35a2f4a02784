import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { greetingPlan } from "#test/greeting-plan.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { startStepwright, stepwright } from "#test/stepwright-command.ts";

const folder = mkdtempSync(join(tmpdir(), "stepwright-roles-"));
const postgres = await startPostgres();
const environment = {
  DATABASE_URL: await postgres.createDatabase(),
  DATA_DIR: folder,
  PORT: "0",
  MODEL: "builtin",
};
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a page process and a worker process share one database: what one takes in, the other runs", async () => {
  const [web, worker] = await Promise.all([
    startStepwright(["web"], environment, /ready at (\S+)/),
    startStepwright(["worker"], environment, /worker is ready/),
  ]);
  const file = join(folder, "greeting.json");
  writeFileSync(file, JSON.stringify(greetingPlan));

  const imported = await stepwright(["import", file], environment);
  const saved = await fetch(`${web.match[1]}/api/agents/greeting/snapshots`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  const ran = await stepwright(["run", "greeting"], environment);
  const codes = await Promise.all([web.stop("SIGTERM"), worker.stop("SIGINT")]);

  expect(imported.code).toBe(0);
  expect(saved.status).toBe(201);
  expect(ran.stdout).toContain("run completed");
  expect(ran.code).toBe(0);
  expect(codes).toEqual([0, 0]);
}, 300_000);

test.each([
  [{ pathname: "/nowhere" }, 'database "nowhere" does not exist'],
  [{ password: "hunter2-wrong" }, "password authentication failed"],
])("a database that refuses us is one line without the password: %j", async (change, words) => {
  const url = Object.assign(new URL(environment.DATABASE_URL), change);

  const ended = await stepwright(["worker"], { ...environment, DATABASE_URL: url.href });

  expect(ended.code).toBe(2);
  expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(ended.stderr).toContain(words);
  expect(ended.stderr).not.toContain("hunter2");
});
