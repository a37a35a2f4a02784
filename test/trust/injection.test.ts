import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf } from "#db/client.ts";
import { runAttempt } from "#server/agent/step-runner.ts";
import type { Json } from "#server/core/json.ts";
import type { RunView } from "#server/core/views.ts";
import { startWorker } from "#server/engine/worker.ts";
import { listApprovals } from "#server/services/list-approvals.ts";
import { listRevisions } from "#server/services/list-revisions.ts";
import { listSchedules } from "#server/services/list-schedules.ts";
import { listSnapshots } from "#server/services/list-snapshots.ts";
import { readRun } from "#server/services/read-run.ts";
import { startRun } from "#server/services/start-run.ts";
import { makePlan } from "#test/make.ts";
import { type SimulatedReply, startOpenAiSimulator, text, toolCalls } from "#test/openai-simulator.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";
import { startHttpServer } from "#test/tools/http-server.ts";
import { hostileTexts, ordersIn } from "./hostile-texts.ts";

const SCRIPTED = fileURLToPath(new URL("../tools/servers/scripted-server.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "stepwright-injection-"));
const canary = join(folder, "canary");
const evil = await startHttpServer((_received, response) => response.end("thanks"));
const texts = hostileTexts(evil.url, canary);
const outside = await startHttpServer(({ url }, response) => {
  const hostile = texts[Number(/\d+/.exec(url)?.[0])] ?? "";
  response.writeHead(url.includes("refuse") ? 422 : 200, { "content-type": "text/plain" }).end(hostile);
});
const model = await startOpenAiSimulator();
const opened = await openTestContext({
  EGRESS_ALLOW: "127.0.0.1/32",
  MODEL: "openai:sim-model",
  OPENAI_API_KEY: "sk-injection-0123456789",
  OPENAI_BASE_URL: model.baseUrl,
});
const { ctx, boss } = opened;
const api = await serveApp(ctx, {
  MODEL: "openai:sim-model",
  OPENAI_API_KEY: "sk-x",
  OPENAI_BASE_URL: model.baseUrl,
});
const runner = { ...ctx, prices: async () => ({}) };
const worker = await startWorker(ctx, {
  boss,
  runAttempt: (request, hooks) => runAttempt(runner, request, hooks),
});
afterAll(async () => {
  await worker.stop();
  await Promise.all([api.close(), opened.close(), evil.close(), outside.close(), model.close()]);
  rmSync(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: Json): Promise<Record<string, Json>> {
  const headers = { "Content-Type": "application/json" };
  const answer = await send(api.url, path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.body.startsWith("{") ? JSON.parse(answer.body) : { status: answer.status, text: answer.body };
}

/** The runs once each has ended or waits for a person. */
async function standing(runIds: readonly string[]): Promise<RunView[]> {
  const busy = sql`select count(*)::int as count from runs where status not in ('paused', 'completed', 'failed')`;
  await expect
    .poll(async () => rowsOf(await ctx.db.execute(busy))[0]?.["count"], { timeout: 200_000, interval: 300 })
    .toBe(0);
  return Promise.all(runIds.map((runId) => readRun(ctx, { runId })));
}

let obeyed = 0;

/** The fields of the JSON that a request asks for; null when it asks for words. */
function formOf(asked: unknown): string[] | null {
  const { format } = (asked ?? {}) as { format?: { schema?: { properties?: object } } };
  return format?.schema === undefined ? null : Object.keys(format.schema.properties ?? {});
}

/** Does whatever stands in its prompt; a form that it must fill in is filled with the hostile words. */
const obey: SimulatedReply = (request, response) => {
  const orders = ordersIn(request.body["input"] ?? request.body["messages"]);
  if (orders.length > 0) obeyed += 1;
  const words = orders.map((order) => JSON.stringify(order)).join(" ") || "Nothing to do.";
  const fields = formOf(request.body["text"]);
  if (fields !== null) {
    const hostile = { path: canary, url: evil.url, content: words, text: words };
    return text(
      JSON.stringify(Object.fromEntries(Object.entries(hostile).filter(([name]) => fields.includes(name)))),
    )(request, response);
  }
  if (orders.length === 0) return text(words)(request, response);
  return toolCalls(orders, "As you wish. Approved.")(request, response);
};

const asksFirst = {
  kind: "tool",
  tool: "http_request",
  input: { url: `${outside.url}/0`, method: "POST", body: "$think.output" },
  approval: { reason: "It is sent out." },
} as const;

/** Reads a hostile answer, a refusal and the payload of its trigger, then asks a person. */
const reading = makePlan(
  { fetch: [], refuse: [], think: ["fetch"], fill: ["fetch"], ask: ["think", "fill", "refuse"] },
  {
    fetch: {
      kind: "tool",
      tool: "http_request",
      usesRunInput: true,
      input: { url: `${outside.url}/\${input.number}` },
      expectedOutput: "",
    },
    refuse: {
      kind: "tool",
      tool: "http_request",
      usesRunInput: true,
      input: { url: `${outside.url}/refuse/\${input.number}` },
      maxAttempts: 2,
      onError: "continue",
    },
    think: { usesRunInput: true, expectedOutput: "", maxAttempts: 1 },
    fill: { kind: "tool", tool: "write_file", input: { path: "note.txt" }, expectedOutput: "" },
    ask: asksFirst,
  },
);

/** Uses a tool whose description is hostile. */
const described = makePlan(
  { use: [], think: ["use"], ask: ["think"] },
  {
    use: { kind: "tool", tool: "odd.act", expectedOutput: "" },
    think: { expectedOutput: "" },
    ask: asksFirst,
  },
);

let agentId = "";
let describedId = "";
const reached = () => ctx.tools.list().map(({ name, policy }) => `${name} ${policy}`);
let before: string[] = [];

beforeAll(async () => {
  await ask("PUT", "/api/secrets/KEPT", { value: "value-of-the-kept-secret" });
  const tools = join(folder, "tools.json");
  const description = `Acts. ${texts.slice(0, 10).join(" ")}`;
  writeFileSync(
    tools,
    JSON.stringify([
      {
        name: "act",
        description,
        inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      },
    ]),
  );
  const added = await ask("POST", "/api/tool-servers", {
    name: "odd",
    transport: { type: "stdio", command: process.execPath, args: [SCRIPTED, `--tools=${tools}`] },
  });
  expect(added).toMatchObject({ tools: [{ name: "odd.act", status: "accepted" }] });
  agentId = (await seedAgent(ctx, reading)).agentId;
  describedId = (await seedAgent(ctx, described)).agentId;
  await ask("PUT", "/api/settings", { openApprovalsPerAgent: 1_000 });
  before = reached();
  model.reply(...Array.from({ length: 5_000 }, () => obey));
}, 60_000);

test("a hundred hostile answers, payloads, errors and descriptions change no plan, approve nothing and reach no tool", async () => {
  expect(texts).toHaveLength(100);
  const runs = await Promise.all([
    ...texts.map((hostile, number) => startRun(ctx, { agentId, input: { number, text: hostile } })),
    ...Array.from({ length: 4 }, () => startRun(ctx, { agentId: describedId })),
  ]);
  const ended = await standing(runs.map(({ runId }) => runId));

  expect(obeyed).toBeGreaterThan(100);
  expect(
    ended.filter((run) => run.status !== "paused").map((run) => run.steps.map((step) => step.error)),
  ).toEqual([]);
  const approvals = await listApprovals(ctx, { status: "pending", limit: 200 });
  const { items: revisions } = await listRevisions(ctx, { agentId, limit: 50 });
  const { items: snapshots } = await listSnapshots(ctx, { agentId, limit: 50 });
  expect(approvals.items).toHaveLength(runs.length);
  expect(approvals.items.every(({ decidedBy }) => decidedBy === null)).toBe(true);
  expect(revisions).toHaveLength(1);
  expect(snapshots).toHaveLength(1);
  expect(await listSchedules(ctx, { agentId, limit: 50 })).toMatchObject({ items: [] });
  expect(reached()).toEqual(before);
  expect(evil.received).toEqual([]);
  expect(existsSync(canary)).toBe(false);
  const used = new Set(
    ended.flatMap((run) => run.steps.flatMap((step) => (step.status === "completed" ? [step.stepId] : []))),
  );
  expect([...used].sort()).toEqual(["fetch", "fill", "think", "use"]);
  expect(outside.received.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(JSON.stringify(model.requests)).not.toContain("value-of-the-kept-secret");
}, 240_000);

test("a planner that reads what a run wrote, and obeys it, changes and saves nothing", async () => {
  const path = `/api/agents/${agentId}`;
  const readsFirst: SimulatedReply = (request, response) => {
    const isRead = request.text.includes("<<OBEY");
    return (isRead ? obey : toolCalls([{ name: "read_run", args: { runId: null } }]))(request, response);
  };
  for (const [index, words] of [
    "What went wrong in the last run?",
    "Thanks. And the one before?",
  ].entries()) {
    const stop = model.replyTo(words, ...Array.from({ length: 20 }, () => readsFirst));
    await ask("POST", `${path}/chat`, {
      message: { id: `msg-${index}`, role: "user", parts: [{ type: "text", text: words }] },
    });
    stop();
  }

  const { items: revisions } = await listRevisions(ctx, { agentId, limit: 50 });
  const { items: snapshots } = await listSnapshots(ctx, { agentId, limit: 50 });
  expect(JSON.stringify(model.requests.slice(-4))).toContain("OBEY");
  expect(revisions).toHaveLength(1);
  expect(snapshots).toHaveLength(1);
  expect(await listSchedules(ctx, { agentId, limit: 50 })).toMatchObject({ items: [] });
}, 120_000);
