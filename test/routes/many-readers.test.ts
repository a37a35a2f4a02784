import { get } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, untilOver } from "#test/run-world.ts";
import { send, serveApp } from "#test/serve-app.ts";
import { readNumbers } from "./event-reader.ts";

const CLIENTS = Number(process.env["STREAM_CLIENTS"] ?? 40);
const DROPS = Number(process.env["STREAM_DROPS"] ?? 10);
const STEPS = Math.max(40, DROPS * 2);

const world = await openRunWorld();
const { ctx } = world;
const server = await serveApp(ctx);
afterAll(async () => {
  await server.close();
  await world.close();
});
await world.startWorker(async ({ step }) => {
  if (step.id.startsWith("s")) await new Promise((resolve) => setTimeout(resolve, 20));
  return done();
});

test(`${CLIENTS} readers that lose their connection ${DROPS} times each read the same log, and leave nothing behind`, async () => {
  const ids = Array.from({ length: STEPS }, (_, index) => `s${index}`);
  const plan = makePlan(
    Object.fromEntries(ids.map((id, index) => [id, index === 0 ? [] : [`s${index - 1}`]])),
  );
  const before = openSockets();
  const runId = await world.run(plan);

  const logs = await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => readWithDrops(runId, client)),
  );

  await untilOver(ctx, runId);
  const events = await listRunEvents(ctx, { runId, after: 0, limit: 10_000 });
  const whole = events.map((event) => event.seq);
  expect(whole).toEqual(whole.map((_, index) => index + 1));
  for (const log of logs) expect(log).toEqual(whole);
  await expect.poll(() => openSockets() - before, { timeout: 10_000 }).toBeLessThan(CLIENTS / 10);
});

test("a reader who does not read holds up nobody, and the log waits in the database", async () => {
  const runId = await world.run(makePlan({ a: [] }));
  await untilOver(ctx, runId);
  await addEvents(runId, 5_000, 20_000);
  let pages = 0;
  const select = ctx.db.select.bind(ctx.db);
  const counted: Context["db"] = new Proxy(ctx.db, {
    get(target, key, receiver) {
      if (key !== "select") return Reflect.get(target, key, receiver) as unknown;
      return (...fields: Parameters<typeof select>) => {
        pages += 1;
        return select(...fields);
      };
    },
  });
  const other = await serveApp({ ...ctx, db: counted });
  const request = get(`${other.url}/api/runs/${runId}/events`, { headers: { Accept: "text/event-stream" } });
  await new Promise((resolve) =>
    request.on("response", (response) => resolve(response.on("error", () => {}).pause())),
  );

  const seen: number[] = [];
  const isStill = () => seen.push(pages) > 1 && seen.at(-2) === pages;
  await expect.poll(isStill, { interval: 300, timeout: 20_000 }).toBe(true);

  expect(pages).toBeLessThan(6);
  request.on("error", () => {});
  request.destroy();
  await other.close();
});

test("a log of 10,000 events is read whole, page by page, as a list and as a stream", async () => {
  const runId = await world.run(makePlan({ a: [] }));
  const { seq } = await untilOver(ctx, runId);
  await addEvents(runId, 10_000 - seq, 10);

  const streamed = await readNumbers(server.url, runId, 0, 10_001);
  const listed: number[] = [];
  for (let after: string | null = "0"; after !== null; ) {
    const { body } = await send(server.url, `/api/runs/${runId}/events?after=${after}&limit=1000`);
    const page = JSON.parse(body) as { items: { seq: number }[]; nextCursor: string | null };
    listed.push(...page.items.map((item) => item.seq));
    after = page.nextCursor;
  }

  const whole = Array.from({ length: 10_000 }, (_, index) => index + 1);
  expect(streamed).toEqual(whole);
  expect(listed).toEqual(whole);
});

test("a place behind the end of the log has nothing, and a place that is no number is refused", async () => {
  const runId = await world.run(makePlan({ a: [] }));
  await untilOver(ctx, runId);
  const path = `/api/runs/${runId}/events`;

  for (const after of ["1000000", "99999999999"]) {
    const list = await send(server.url, `${path}?after=${after}`);
    expect([list.status, JSON.parse(list.body)]).toEqual([200, { items: [], nextCursor: null }]);
    const headers = { Accept: "text/event-stream", "Last-Event-ID": after };
    expect((await send(server.url, path, { headers })).status).toBe(204);
  }
  for (const after of ["x", "-1", "1.5", "NaN", "1e999"]) {
    const list = await send(server.url, `${path}?after=${after}`);
    expect([after, list.status]).toEqual([after, 422]);
    expect(list.headers["content-type"]).toContain("application/problem+json");
    const headers = { Accept: "text/event-stream", "Last-Event-ID": after };
    expect((await send(server.url, path, { headers })).status).toBe(422);
  }
});

async function readWithDrops(runId: string, client: number): Promise<number[]> {
  const log: number[] = [];
  for (let drop = 0; drop <= DROPS; drop += 1) {
    const most = drop === DROPS ? Number.POSITIVE_INFINITY : 1 + ((client * 7 + drop * 3) % 4);
    log.push(...(await readNumbers(server.url, runId, log.at(-1) ?? 0, most)));
  }
  return log;
}

/** Makes the log of a run that is over longer than any test run's. */
async function addEvents(runId: string, count: number, length: number): Promise<void> {
  await ctx.db.execute(sql`
    insert into run_events (run_id, seq, type, at, data)
    select r.id, r.seq + n, 'result-refused', clock_timestamp(), jsonb_build_object('text', repeat('x', ${length}::int))
    from runs r, generate_series(1, ${count}::int) n where r.id = ${runId}`);
  await ctx.db.execute(sql`update runs set seq = seq + ${count}::int where id = ${runId}`);
}

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
}
