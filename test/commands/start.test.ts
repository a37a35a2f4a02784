import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { greetingPlan } from "#test/greeting-plan.ts";
import { startStepwright, stepwright } from "#test/stepwright-command.ts";

const READY = /Stepwright is ready at (http:\/\/127\.0\.0\.1:(\d+))\n/;
const folder = mkdtempSync(join(tmpdir(), "stepwright-start-"));
const environment = { DATA_DIR: join(folder, "data"), PORT: "0", MODEL: "builtin" };
const server = await startStepwright(["start"], environment, READY);
const [, url = "", port = ""] = server.match;
afterAll(async () => {
  await server.stop("SIGKILL").catch(() => {});
  rmSync(folder, { recursive: true, force: true });
});

test("the first start says what takes a moment, then one line with the address", async () => {
  expect(server.said()).toContain("Preparing the embedded database");
  expect(server.said().match(/ready at/g)).toHaveLength(1);
  expect((await fetch(`${url}/api/ready`)).status).toBe(200);
  expect(readdirSync(join(folder, "data"))).toContain("files");
});

test("a port in use is one clear line", async () => {
  const ended = await stepwright(["start"], { ...environment, DATA_DIR: join(folder, "other"), PORT: port });

  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(`Port ${port} on 127.0.0.1 is in use`);
  expect(ended.stderr).not.toContain("    at ");
});

test("a folder in use is one clear line", async () => {
  const ended = await stepwright(["start"], environment);

  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain("is in use by another Stepwright process");
  expect(ended.stderr).not.toContain("    at ");
});

test("commands talk to the server that holds the folder: import, export, run", async () => {
  const file = join(folder, "greeting.json");
  writeFileSync(file, JSON.stringify(greetingPlan));

  const imported = await stepwright(["import", file], environment);
  const markdown = await stepwright(["export", "greeting", "--format", "markdown"], environment);
  const json = await stepwright(["export", "greeting"], environment);
  const unsaved = await stepwright(["run", "greeting"], environment);

  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect(imported.stdout).toContain('Agent "greeting"');
  expect(markdown.stdout).toContain("Write the greeting");
  expect(z.object({ steps: z.array(z.unknown()) }).parse(JSON.parse(json.stdout)).steps).toHaveLength(2);
  expect(unsaved.code).toBe(2);
  expect(unsaved.stderr).toMatch(/^stepwright: .*[Ss]ave/);
  expect(unsaved.stderr).toContain('stepwright chat greeting --message "save it"');
  expect(unsaved.stderr).toContain(`${url}/agents/greeting`);
});

test("a run of the saved plan prints its log and exits 0", async () => {
  const headers = { "Content-Type": "application/json" };
  const path = `${url}/api/agents/greeting/snapshots`;
  const saved = await fetch(path, { method: "POST", headers, body: "{}" });
  const ran = await stepwright(["run", "greeting"], environment);

  expect(saved.status).toBe(201);
  expect(ran.stdout).toContain("run completed");
  expect(ran.code).toBe(0);
});

test("a run that waits for a person says what for, and where that is answered", async () => {
  const brief = '1. Write "hello" to hello.txt\n\nAsk me before step 1.';
  const said = await stepwright(["chat", "Asking", "--new", "-m", brief, "-m", "save it"], environment);
  const ran = await stepwright(["run", "asking"], environment);
  const [, runId = ""] = /Run (\S+)/.exec(ran.stderr) ?? [];

  expect(said.code).toBe(0);
  expect(ran.code).toBe(3);
  expect(ran.stderr).toContain("waits for an approval");
  expect(ran.stderr).toContain(`${url}/runs/${runId}`);
  expect(ran.stderr).not.toContain("/api/");
});

test("an agent that does not exist is one line", async () => {
  const ended = await stepwright(["export", "nobody"], environment);

  expect(ended.code).toBe(2);
  expect(ended.stderr).toBe(`stepwright: Agent "nobody" not found. Asked: the server at ${url}.\n`);
});

test("a message on stdin is said once", async () => {
  const ended = await stepwright(["chat", "Notes", "--new"], environment, JSON.stringify(greetingPlan));

  expect(ended.code).toBe(0);
  expect(ended.stderr).toContain('New agent "notes"');
  expect(ended.stdout).toContain("1. Write the greeting");
});

test("without a data folder a command asks the server at PORT, and makes no folder", async () => {
  const nowhere = join(folder, "nowhere");
  const ended = await stepwright(["export", "greeting"], { ...environment, DATA_DIR: nowhere, PORT: port });

  expect(ended.code).toBe(0);
  expect(ended.stderr).toContain(`the server at ${url} is asked`);
  expect(existsSync(nowhere)).toBe(false);
});

test.each([[["run", "greeting"]], [["export", "greeting"]], [["chat", "greeting", "--message", "hello"]]])(
  "%j without a data folder and a server is one line, and makes no folder",
  async (args) => {
    const nowhere = join(folder, "nowhere");
    // Nothing listens on port 1.
    const ended = await stepwright(args, { ...environment, DATA_DIR: nowhere, PORT: "1" });

    expect(ended.code).toBe(2);
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
    for (const word of [nowhere, "http://127.0.0.1:1", "DATA_DIR", "PORT"])
      expect(ended.stderr).toContain(word);
    expect(existsSync(nowhere)).toBe(false);
  },
);

test("it stops on SIGTERM with exit code 0 and leaves the folder free", async () => {
  expect(await server.stop("SIGTERM")).toBe(0);

  const ended = await stepwright(["export", "greeting"], environment);
  const absent = await stepwright(["run", "nobody"], environment);
  expect(ended.code).toBe(0);
  expect(absent.stderr).toBe(
    `stepwright: Agent "nobody" not found. Asked: the data folder "${environment.DATA_DIR}".\n`,
  );
});
