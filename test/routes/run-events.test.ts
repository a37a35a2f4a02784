import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { runAttempt } from "#server/agent/step-runner.ts";
import { runEventSchema } from "#server/core/run.ts";
import { startWorker } from "#server/engine/worker.ts";
import { makePlan } from "#test/make.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const opened = await openTestContext();
const { ctx } = opened;
const server = await serveApp(ctx);
const worker = await startWorker(ctx, {
  boss: opened.boss,
  runAttempt: (request, hooks) => runAttempt({ ...ctx, prices: async () => ({}) }, request, hooks),
});
afterAll(async () => {
  await worker.stop();
  await server.close();
  await opened.close();
});

const wait = { kind: "wait", wait: { seconds: 0.1 } } as const;
const plan = makePlan({ first: [], second: ["first"] }, { first: wait, second: wait });

test("the stream tells a run from its start to its end, each event once, and then closes", async () => {
  const runId = await startRun();

  const events = await stream(`/api/runs/${runId}/events`);

  expect(events.map((event) => event.seq)).toEqual(events.map((_event, index) => index + 1));
  expect(events.at(0)?.type).toBe("run-queued");
  expect(events.at(-1)?.type).toBe("run-completed");
});

test("a broken stream is taken up after the last event that arrived", async () => {
  const runId = await startRun();
  const all = await stream(`/api/runs/${runId}/events`);

  const fromHeader = await stream(`/api/runs/${runId}/events`, { "Last-Event-ID": "2" });
  const fromQuery = await stream(`/api/runs/${runId}/events?after=2`);
  const both = await stream(`/api/runs/${runId}/events?after=1`, { "Last-Event-ID": "3" });

  expect(fromHeader).toEqual(all.slice(2));
  expect(fromQuery).toEqual(all.slice(2));
  expect(both).toEqual(all.slice(3));
});

test("a stream that has nothing left tells browsers not to come back", async () => {
  const runId = await startRun();
  const all = await stream(`/api/runs/${runId}/events`);

  const answer = await send(server.url, `/api/runs/${runId}/events?after=${all.length}`, {
    headers: { Accept: "text/event-stream" },
  });

  expect(answer.status).toBe(204);
});

test("a reader that leaves early leaves nothing behind, and the run goes on", async () => {
  const runId = await startRun();
  const left = new AbortController();
  const response = await fetch(`${server.url}/api/runs/${runId}/events`, {
    headers: { Accept: "text/event-stream" },
    signal: left.signal,
  });
  await response.body?.getReader().read();
  left.abort();

  expect((await stream(`/api/runs/${runId}/events`)).at(-1)?.type).toBe("run-completed");
});

test("the log as a list comes in pages", async () => {
  const runId = await startRun();
  const all = await stream(`/api/runs/${runId}/events`);

  const listSchema = z.object({ items: z.array(runEventSchema), nextCursor: z.string().nullable() });
  const first = listSchema.parse(
    JSON.parse((await send(server.url, `/api/runs/${runId}/events?limit=2`)).body),
  );
  const rest = listSchema.parse(
    JSON.parse((await send(server.url, `/api/runs/${runId}/events?after=${first.nextCursor}`)).body),
  );

  expect([...first.items, ...rest.items]).toEqual(all);
  expect(rest.nextCursor).toBeNull();
});

test("the log of a run that does not exist is a 404, as a stream too", async () => {
  for (const headers of [{ Accept: "text/event-stream" }, { Accept: "application/json" }]) {
    const answer = await send(server.url, "/api/runs/run_none/events", { headers });
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toContain("application/problem+json");
  }
});

test("the same idempotency key gives the same run", async () => {
  const { agentId } = await seedAgent(ctx, plan);
  const headers = { "Content-Type": "application/json", "Idempotency-Key": "order-7" };
  const path = `/api/agents/${agentId}/runs`;

  const first = await send(server.url, path, { method: "POST", body: "{}", headers });
  const second = await send(server.url, path, { method: "POST", body: "{}", headers });

  expect(first.status).toBe(202);
  expect(second.status).toBe(202);
  expect(second.body).toBe(first.body);
});

async function startRun(): Promise<string> {
  const { agentId } = await seedAgent(ctx, plan);
  const answer = await send(server.url, `/api/agents/${agentId}/runs`, {
    method: "POST",
    body: "{}",
    headers: { "Content-Type": "application/json" },
  });
  expect(answer.status).toBe(202);
  return z.object({ runId: z.string() }).parse(JSON.parse(answer.body)).runId;
}

async function stream(path: string, headers: Record<string, string> = {}) {
  const answer = await send(server.url, path, { headers: { Accept: "text/event-stream", ...headers } });
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toContain("text/event-stream");
  return [...answer.body.matchAll(/^event: (.*)\ndata: (.*)\nid: (\d+)$/gm)].map(
    ([, type, data = "", id]) => {
      const event = runEventSchema.parse(JSON.parse(data));
      expect(event).toMatchObject({ type, seq: Number(id) });
      return event;
    },
  );
}
