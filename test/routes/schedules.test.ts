import { afterAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { agents, schedules } from "#db/schema.ts";
import { slotViewSchema, scheduleViewSchema } from "#server/core/trigger-views.ts";
import { schedulePreviewSchema } from "#server/core/schedule-views.ts";
import { fireDueSchedules } from "#server/services/fire-due-schedules.ts";
import { settableClock } from "#test/database-clock.ts";
import { makePlan } from "#test/make.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const opened = await openTestContext();
const { ctx } = opened;
const server = await serveApp(ctx);
const clock = await settableClock(ctx.database);
afterAll(async () => {
  await server.close();
  await opened.close();
});
await clock.set("2027-03-26T12:00:00Z");
const plan = makePlan({ read: [], send: ["read"] }, { read: { usesRunInput: true } });
const { agentId } = await seedAgent(ctx, plan);

async function ask(method: string, path: string, body?: unknown) {
  const { status, body: text } = await send(server.url, path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status, body: text === "" ? null : JSON.parse(text) };
}

const make = (settings: object, of = agentId) => ask("POST", `/api/agents/${of}/schedules`, settings);

test("a schedule is made, shown with its next times and warnings, changed, paused and deleted", async () => {
  const made = await make({ cron: "30 2 * * mon-fri", timezone: "europe/berlin", catchUp: "none" });
  expect(made.status).toBe(201);
  const schedule = scheduleViewSchema.parse(made.body);
  expect(schedule).toMatchObject({
    agentId,
    cron: "30 2 * * MON-FRI",
    timezone: "Europe/Berlin",
    words: "At 02:30, Monday through Friday (Europe/Berlin)",
    overlap: "skip",
    catchUp: "none",
    input: null,
    enabled: true,
    broken: null,
    lastSlot: null,
  });
  expect(schedule.nextFireTimes).toHaveLength(10);
  expect(schedule.nextFireTimes[0]).toBe("2027-03-29T00:30:00.000Z");
  expect(schedule.warnings.map(({ code }) => code)).toContain("cron_run_input");

  const path = `/api/schedules/${schedule.scheduleId}`;
  expect((await ask("GET", path)).body).toEqual(schedule);
  expect((await ask("GET", `/api/agents/${agentId}/schedules`)).body).toEqual({
    items: [schedule],
    nextCursor: null,
  });

  const paused = await ask("PATCH", path, {
    pausedFrom: "2027-03-29T00:00:00+02:00",
    pausedUntil: "2027-04-01T00:00:00+02:00",
    input: { shop: "north" },
    overlap: "queue",
  });
  expect(paused.status).toBe(200);
  expect(paused.body).toMatchObject({
    pausedFrom: "2027-03-28T22:00:00.000Z",
    pausedUntil: "2027-03-31T22:00:00.000Z",
    input: { shop: "north" },
    overlap: "queue",
  });
  expect(paused.body.nextFireTimes[0]).toBe("2027-04-01T00:30:00.000Z");
  const goesOn = await ask("PATCH", path, { pausedFrom: null, cron: "0 9 * * *", timezone: "UTC" });
  expect(goesOn.body).toMatchObject({
    pausedFrom: null,
    pausedUntil: null,
    words: "At 09:00, every day (UTC)",
  });
  const off = await ask("PATCH", path, { enabled: false });
  expect(off.body).toMatchObject({ enabled: false, nextFireTimes: [] });

  expect((await ask("DELETE", path)).status).toBe(204);
  expect(await ask("GET", path)).toMatchObject({
    status: 404,
    body: { detail: `Schedule "${schedule.scheduleId}" not found.` },
  });
});

test.each([
  [{ cron: "75 * * * *", timezone: "UTC" }, "cron", 'The minute "75" is out of range 0–59.'],
  [{ cron: "0 0 31 2 *", timezone: "UTC" }, "cron", "never fires"],
  [{ cron: "*/15 * * * * *", timezone: "UTC" }, "cron", "seconds are not supported"],
  [{ cron: "0 9 * * *", timezone: "Europe/Berln" }, "timezone", 'Did you mean "Europe/Berlin"?'],
  [{ cron: "0 9 * * *", timezone: "UTC", overlap: "both" }, "overlap", '"overlap" is "both"'],
  [{ cron: "0 9 * * *", timezone: "UTC", pausedUntil: "August" }, "pausedUntil", "a time with its zone"],
  [
    {
      cron: "0 9 * * *",
      timezone: "UTC",
      pausedFrom: "2027-08-01T00:00:00Z",
      pausedUntil: "2027-07-01T00:00:00Z",
    },
    "pausedUntil",
    "before it begins",
  ],
  [
    { cron: "0 9 * * *", timezone: "UTC", pausedFrom: null, pausedUntil: "2027-07-01T00:00:00Z" },
    "pausedFrom",
    "needs a beginning",
  ],
  [{ cron: "0 9 * * *", timezone: "UTC", input: "\u0000" }, "input", "U+0000"],
  [{ cron: "0 9 * * *" }, "timezone", '"timezone" is missing'],
  [{ cron: "0 9 * * *", timezone: "UTC", every: 5 }, "every", "is not a field here"],
])("%j is refused at its field, and nothing is made", async (settings, path, words) => {
  const { status, body } = await make(settings);

  expect(status).toBe(422);
  expect(body.issues).toEqual([{ path, message: expect.stringContaining(words) }]);
  expect(await ctx.db.select().from(schedules)).toEqual([]);
});

test("the same schedule again is the standing one; one that differs only in what happens beside is refused", async () => {
  const settings = { cron: "0 7 * * *", timezone: "UTC", input: { a: 1, b: 2 } };
  const first = await make(settings);
  const again = await make({ ...settings, cron: "0  7 * * ?", input: { b: 2, a: 1 } });
  const other = await make({ ...settings, overlap: "allow" });

  expect([first.status, again.status, other.status]).toEqual([201, 200, 409]);
  expect(again.body.scheduleId).toBe(first.body.scheduleId);
  expect(other.body.scheduleId).toBe(first.body.scheduleId);
  const another = await make({ ...settings, input: { a: 2 } });
  expect(another.status).toBe(201);
  const path = `/api/schedules/${another.body.scheduleId}`;
  expect((await ask("PATCH", path, { input: { a: 1, b: 2 } })).status).toBe(409);
  expect((await ask("PATCH", path, { cron: "0 8 * * *" })).status).toBe(200);
  await ask("PATCH", path, { cron: "0 7 * * *", enabled: false });
  expect((await make({ ...settings, input: { a: 2 } })).status).toBe(409);
  await ctx.db.delete(schedules);
});

test("schedules and slots come in pages, newest first", async () => {
  const ids: string[] = [];
  for (const hour of [1, 2, 3])
    ids.unshift((await make({ cron: `0 ${hour} * * *`, timezone: "UTC" })).body.scheduleId);
  const first = await ask("GET", `/api/agents/${agentId}/schedules?limit=2`);
  const second = await ask("GET", `/api/agents/${agentId}/schedules?limit=2&cursor=${first.body.nextCursor}`);
  expect(
    [first, second].map(({ body }) => body.items.map((item: { scheduleId: string }) => item.scheduleId)),
  ).toEqual([ids.slice(0, 2), ids.slice(2)]);
  await ctx.db.delete(schedules);

  const { body } = await make({ cron: "* * * * *", timezone: "UTC", overlap: "allow" });
  for (const at of ["12:01:00", "12:05:00", "12:06:00"]) {
    await clock.set(`2027-03-26T${at}Z`);
    await fireDueSchedules(ctx);
  }
  const path = `/api/schedules/${body.scheduleId}/slots`;
  const page = await ask("GET", `${path}?limit=3`);
  const rest = await ask("GET", `${path}?limit=3&cursor=${page.body.nextCursor}`);
  expect(page.body.items.map((item: unknown) => slotViewSchema.parse(item))).toMatchObject([
    {
      status: "fired",
      scheduledFor: "2027-03-26T12:06:00.000Z",
      reason: null,
      runId: expect.stringMatching(/^run_/),
    },
    { status: "fired", scheduledFor: "2027-03-26T12:05:00.000Z" },
    { status: "missed", reason: "downtime", count: 3, lastFor: "2027-03-26T12:04:00.000Z" },
  ]);
  expect(rest.body).toMatchObject({
    items: [{ scheduledFor: "2027-03-26T12:01:00.000Z" }],
    nextCursor: null,
  });
  expect((await ask("GET", `/api/schedules/${body.scheduleId}`)).body.lastSlot).toEqual(page.body.items[0]);
  expect((await ask("GET", `${path}?cursor=nonsense`)).status).toBe(422);
  await ctx.db.delete(schedules);
});

test("a cron is previewed in words and times, and refused with what would work", async () => {
  const query = "cron=0%200%201-7%20*%204&timezone=Europe/Berlin&count=3";
  const { status, body } = await ask("GET", `/api/cron/preview?${query}`);
  const refused = await ask("GET", "/api/cron/preview?cron=0%200%20*&timezone=Berlin");

  expect(status).toBe(200);
  const preview = schedulePreviewSchema.parse(body);
  expect(preview.fires).toHaveLength(3);
  expect(preview.warnings.map(({ code }) => code)).toContain("either_day");
  expect(refused.status).toBe(422);
  expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toEqual(["cron", "timezone"]);
  expect((await ask("GET", `/api/cron/preview?${query}1`)).status).toBe(200);
  expect((await ask("GET", `/api/cron/preview?${query}00`)).status).toBe(422);
});

test("an agent with nothing saved may have a schedule, and is told that it starts no run; an archived one gets none", async () => {
  const { body: agent } = await ask("POST", "/api/agents", { name: "Empty" });
  const { status, body } = await make({ cron: "0 9 * * *", timezone: "UTC" }, agent.agentId);
  expect(status).toBe(201);
  expect(body.warnings).toEqual([
    {
      code: "nothing_saved",
      message: 'Agent "Empty" has no saved plan, so no run is started until one is saved.',
    },
  ]);

  await ctx.db.update(agents).set({ status: "archived" }).where(eq(agents.id, agent.agentId));
  expect((await make({ cron: "0 8 * * *", timezone: "UTC" }, agent.agentId)).status).toBe(409);
  const shown = await ask("GET", `/api/schedules/${body.scheduleId}`);
  expect(shown.body.warnings[0].code).toBe("agent_archived");
});

test("saving a plan on run input warns of the schedules that give none or a fixed one", async () => {
  const save = () => ask("POST", `/api/agents/${agentId}/snapshots`, {});
  expect(await save()).toMatchObject({ status: 200, body: { warnings: [] } });
  await make({ cron: "0 5 * * *", timezone: "UTC" });
  await make({ cron: "0 6 * * *", timezone: "UTC" });
  await make({ cron: "0 7 * * *", timezone: "UTC", input: { shop: "north" } });

  const { body } = await save();
  expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual([
    "cron_run_input",
    "cron_run_input",
  ]);
  expect(body.warnings[0].message).toContain("a schedule without a fixed input starts runs without one");
  expect(body.warnings[1].message).toContain("all runs of a schedule get the same fixed one");
});
