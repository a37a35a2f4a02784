import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort, startPostgres } from "#test/postgres-server.ts";
import { samplesOf } from "#test/samples.ts";
import { startStepwright } from "#test/stepwright-command.ts";

const folder = mkdtempSync(join(tmpdir(), "stepwright-figures-"));
const postgres = await startPostgres();
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a worker with METRICS_PORT serves its figures and its health there, to whom the API would answer", async () => {
  const token = "a-token-that-is-long-enough";
  const port = await freePort();
  const worker = await startStepwright(
    ["worker"],
    {
      DATABASE_URL: await postgres.createDatabase(),
      DATA_DIR: folder,
      MODEL: "builtin",
      ACCESS_TOKEN: token,
      METRICS_PORT: String(port),
    },
    /worker is ready/,
  );
  const url = `http://127.0.0.1:${port}`;
  const headers = { Authorization: `Bearer ${token}` };

  const figures = await fetch(`${url}/metrics`, { headers });
  const samples = samplesOf(await figures.text());
  const strange = await fetch(`${url}/metrics`);
  const ready = await fetch(`${url}/api/ready`);
  const page = await fetch(`${url}/api/agents`, { headers });
  const code = await worker.stop("SIGTERM");

  expect(samples).toMatchObject({
    stepwright_database_up: 1,
    'stepwright_open_runs{status="queued"}': 0,
    'stepwright_worker_slots{state="free"}': 16,
  });
  expect(strange.status).toBe(401);
  expect(ready.status).toBe(200);
  expect(page.status).toBe(404);
  expect(await page.json()).toMatchObject({ detail: expect.stringContaining("/metrics") });
  expect(code).toBe(0);
  expect(worker.said()).toContain('"msg":"Worker started"');
  expect(worker.said()).toContain('"msg":"Worker stopped"');
  expect(worker.said()).not.toContain(token);
});
