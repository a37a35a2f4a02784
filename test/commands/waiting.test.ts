import { expect, test } from "vitest";
import { freePort } from "#test/postgres-server.ts";
import { startStepwright, stepwright } from "#test/stepwright-command.ts";

const FILE = import.meta.filename;
// Nothing listens on port 1.
const DATABASE_URL = "postgres://planner:hunter2@127.0.0.1:1/plans";

test("a worker without its database waits, says where, and stops when it is told to", async () => {
  const worker = await startStepwright(["worker"], { DATABASE_URL }, /Waiting for the database at (\S+)/);

  expect(worker.match[1]).toBe("127.0.0.1:1/plans");
  expect(worker.said()).not.toContain("hunter2");
  expect(await worker.stop("SIGTERM")).toBe(0);
  expect(worker.said().trimEnd().split("\n")).toHaveLength(1);
});

test("while the database is not there, the doors are open and say so", async () => {
  const port = await freePort();
  const web = await startStepwright(["start"], { DATABASE_URL, PORT: `${port}` }, /Waiting for the database/);

  const ready = await fetch(`http://127.0.0.1:${port}/api/ready`);
  const health = await fetch(`http://127.0.0.1:${port}/api/health`);
  await web.stop();

  expect(health.status).toBe(200);
  expect(ready.status).toBe(503);
  expect(ready.headers.get("content-type")).toContain("application/problem+json");
  expect(ready.headers.get("retry-after")).toBe("2");
});

test.each([
  [{ HOST: "203.0.113.7", ACCESS_TOKEN: "a-token-of-enough-length" }, 'HOST is "203.0.113.7"'],
  [{ PORT: "0", DATA_DIR: FILE }, `The data folder "${FILE}" cannot be opened`],
])("a start with %j ends with one line that names what is wrong", async (environment, words) => {
  const ended = await stepwright(["start"], environment);

  expect(ended.code).toBe(2);
  expect(ended.stderr.trimEnd().split("\n").at(-1)).toContain(`stepwright: ${words}`);
  expect(ended.stderr).not.toContain("    at ");
});
