import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Json } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { isFinalRunStatus, type RunEvent } from "#server/core/run.ts";
import type { RunView } from "#server/core/views.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { stepOf } from "#test/run-world.ts";
import { startStepwright } from "#test/stepwright-command.ts";
import { EVERYTHING } from "#test/tools/servers/tool-server-world.ts";

/** A step that calls a tool, for `makePlan`. */
export function toolStep(name: string, input?: Json, over: Partial<Step> = {}): Partial<Step> {
  return { kind: "tool", tool: name, ...(input !== undefined && { input }), expectedOutput: "", ...over };
}

/** The product on a PostgreSQL, one process for the web and others that work, and its API. */
export async function openToolProduct(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "stepwright-tools-journey-"));
  const postgres = await startPostgres();
  const environment = {
    DATABASE_URL: await postgres.createDatabase(),
    DATA_DIR: folder,
    PORT: "0",
    MODEL: "builtin",
    EGRESS_ALLOW: "127.0.0.1/32",
    ...settings,
  };
  const startWorker = () => startStepwright(["worker"], environment, /worker is ready/);
  const [web, first] = await Promise.all([
    startStepwright(["web"], environment, /ready at (\S+)/),
    startWorker(),
  ]);
  const workers = [first];
  const url = web.match[1] ?? "";

  // What comes is read as the tests need it.
  // biome-ignore lint/suspicious/noExplicitAny: answers of many forms.
  async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
  }

  const readRun = async (runId: string): Promise<RunView> => (await ask("GET", `/api/runs/${runId}`)).body;

  async function until(runId: string, holds: (run: RunView) => boolean): Promise<RunView> {
    const end = Date.now() + 90_000;
    for (;;) {
      const run = await readRun(runId);
      if (holds(run)) return run;
      if (Date.now() > end) throw new Error(`The run did not get there: ${JSON.stringify(run.steps)}`);
      await setTimeout(50);
    }
  }

  return {
    folder,
    url,
    ask,
    until,
    attempts: async (runId: string, stepId: string) =>
      stepOf(await readRun(runId), stepId).attempts.map(({ attempt, status }) => `${attempt} ${status}`),
    untilOver: (runId: string) => until(runId, ({ status }) => isFinalRunStatus(status)),
    addServer: async (name: string, transport: object) => {
      const added = await ask("POST", "/api/tool-servers", { name, transport });
      if (added.status !== 201) throw new Error(`"${name}" was not added: ${JSON.stringify(added.body)}`);
    },
    addProgram: (name: string, args: string[], env: Record<string, string> = {}) =>
      ask("POST", "/api/tool-servers", {
        name,
        transport: { type: "stdio", command: process.execPath, args, env },
      }),
    /** An agent whose plan was pasted into its conversation, and saved. */
    agentWith: async (plan: Plan): Promise<string> => {
      const agent: string = (await ask("POST", "/api/agents", { name: plan.title })).body.slug;
      const parts = [{ type: "text", text: `\`\`\`json\n${JSON.stringify(plan)}\n\`\`\`` }];
      await ask("POST", `/api/agents/${agent}/chat`, {
        message: { id: `msg-${agent}`, role: "user", parts },
      });
      const saved = await ask("POST", `/api/agents/${agent}/snapshots`, {});
      if (saved.status !== 201) throw new Error(`The plan was not saved: ${JSON.stringify(saved.body)}`);
      return agent;
    },
    start: async (agent: string, input: Json = null): Promise<string> =>
      (await ask("POST", `/api/agents/${agent}/runs`, { input })).body.runId,
    events: async (runId: string): Promise<RunEvent[]> =>
      (await ask("GET", `/api/runs/${runId}/events?limit=1000`)).body.items,
    /** Ends all workers at once, as a power cut does, and starts another one. */
    replaceWorkers: async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.stop("SIGKILL")));
      workers.push(await startWorker());
    },
    close: async () => {
      await Promise.all([web, ...workers].map((process) => process.stop()));
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The protocol's authors' server over HTTP, at this port or a free one. */
export async function startEverythingOverHttp(given?: number) {
  const port = given ?? (await freePort());
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
    env: { PATH, PORT: String(port) },
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      if (String(chunk).includes("listening")) resolve();
    });
    child.on("exit", (code) => reject(new Error(`It ended with ${code} before it listened.`)));
  });
  return { port, url: `http://127.0.0.1:${port}/mcp`, kill: () => child.kill("SIGKILL") };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("a port was asked for");
  return address.port;
}
