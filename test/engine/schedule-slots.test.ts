import { afterAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { runs, schedules } from "#db/schema.ts";
import { archiveAgent } from "#server/services/archive-agent.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { createSchedule } from "#server/services/create-schedule.ts";
import { fireDueSchedules } from "#server/services/fire-due-schedules.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { listSlots } from "#server/services/list-slots.ts";
import { updateSchedule } from "#server/services/update-schedule.ts";
import { settableClock } from "#test/database-clock.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

const world = await openRunWorld();
const { ctx } = world;
afterAll(world.close);
const clock = await settableClock(ctx.database);
const plan = makePlan({ a: [] });

type Settings = Omit<Parameters<typeof createSchedule>[1], "agentId">;

/** A schedule that was made at a time of the database's clock. */
async function scheduleMadeAt(at: string, settings: Settings) {
  await clock.set(at);
  const { agentId } = await seedAgent(ctx, plan);
  const { schedule } = await createSchedule(ctx, { agentId, ...settings });
  return { agentId, scheduleId: schedule.scheduleId, schedule };
}

async function roundAt(at: string): Promise<void> {
  await clock.set(at);
  await fireDueSchedules(ctx, { findsStray: true });
}

/** Slots as `fired 09:00`, oldest first, with more where there is more. */
async function slotsOf(scheduleId: string): Promise<string[]> {
  const { items } = await listSlots(ctx, { scheduleId, limit: 200 });
  return items.toReversed().map(({ scheduledFor, status, reason, count, lastFor }) => {
    const stretch = lastFor === null ? "" : ` to ${lastFor.slice(8, 16)} (${count})`;
    return `${[status, reason].filter(Boolean).join("/")} ${scheduledFor.slice(8, 16)}${stretch}`;
  });
}

async function runsOf(agentId: string) {
  const rows = await ctx.db
    .select()
    .from(runs)
    .where(eq(runs.agentId, agentId))
    .orderBy(runs.createdAt, runs.id);
  return rows.map(({ id, trigger }) => ({ runId: id, trigger }));
}

async function nextOf(scheduleId: string): Promise<string | undefined> {
  const [row] = await ctx.db.select().from(schedules).where(eq(schedules.id, scheduleId));
  return row?.nextFireAt?.toISOString();
}

test("a slot starts one run that says what started it, from the row to the first event", async () => {
  const { agentId, scheduleId } = await scheduleMadeAt("2027-03-01T08:30:00Z", {
    cron: "0 9 * * *",
    timezone: "UTC",
    input: { shop: "north" },
  });

  await roundAt("2027-03-01T08:59:59.999Z");
  expect(await runsOf(agentId)).toEqual([]);
  await roundAt("2027-03-01T09:00:00.000Z");
  await roundAt("2027-03-01T09:00:00.000Z");

  const [run, ...more] = await runsOf(agentId);
  const trigger = { type: "schedule", scheduleId, scheduledFor: "2027-03-01T09:00:00.000Z" };
  expect(more).toEqual([]);
  expect(run?.trigger).toEqual(trigger);
  const [first] = await listRunEvents(ctx, { runId: run?.runId ?? "", after: 0, limit: 1 });
  expect(first).toMatchObject({ type: "run-queued", data: { trigger, input: { shop: "north" } } });
  expect(await slotsOf(scheduleId)).toEqual(["fired 01T09:00"]);
  expect(await nextOf(scheduleId)).toBe("2027-03-02T09:00:00.000Z");
});

test.each([
  ["10 minutes", "2027-03-01T09:10:20Z", 9],
  ["10 hours", "2027-03-01T19:00:20Z", 599],
  ["30 days", "2027-03-31T09:00:20Z", 43_199],
])(
  "after %s without a worker the latest slot is caught up, and one line tells the others",
  async (_time, back, missed) => {
    const { agentId, scheduleId } = await scheduleMadeAt("2027-03-01T09:00:10Z", {
      cron: "* * * * *",
      timezone: "UTC",
    });

    await roundAt(back);
    await roundAt(back);

    const latest = back.slice(0, 16);
    expect((await runsOf(agentId)).map(({ trigger }) => trigger)).toMatchObject([
      { scheduledFor: `${latest}:00.000Z` },
    ]);
    const { items } = await listSlots(ctx, { scheduleId, limit: 10 });
    expect(items).toMatchObject([
      { status: "fired", scheduledFor: `${latest}:00.000Z` },
      { status: "missed", reason: "downtime", count: missed, scheduledFor: "2027-03-01T09:01:00.000Z" },
    ]);
    expect(Date.parse(items[1]?.lastFor ?? "")).toBe(Date.parse(`${latest}:00Z`) - 60_000);
  },
);

test("without catch-up nothing of a downtime fires, and a slot that is hardly late does", async () => {
  const { agentId, scheduleId } = await scheduleMadeAt("2027-03-01T08:30:00Z", {
    cron: "0 * * * *",
    timezone: "UTC",
    catchUp: "none",
  });

  await roundAt("2027-03-01T19:20:00Z");
  expect(await runsOf(agentId)).toEqual([]);
  await roundAt("2027-03-01T20:00:30Z");

  expect(await slotsOf(scheduleId)).toEqual(["missed/downtime 01T09:00 to 01T19:00 (11)", "fired 01T20:00"]);
});

test("a slot that comes while the run before goes on is skipped, with the run in its words", async () => {
  const { agentId, scheduleId } = await scheduleMadeAt("2027-03-01T08:59:00Z", {
    cron: "*/5 * * * *",
    timezone: "UTC",
  });
  for (const minute of ["00", "05", "10"]) await roundAt(`2027-03-01T09:${minute}:01Z`);
  const [run] = await runsOf(agentId);
  await cancelRun(ctx, { runId: run?.runId ?? "" });
  await roundAt("2027-03-01T09:15:01Z");

  expect(await slotsOf(scheduleId)).toEqual([
    "fired 01T09:00",
    "skipped/overlap 01T09:05",
    "skipped/overlap 01T09:10",
    "fired 01T09:15",
  ]);
  const { items } = await listSlots(ctx, { scheduleId, limit: 10 });
  expect(items[1]?.detail).toBe(`Run "${run?.runId}" was still going.`);
});

test("queued: one slot waits for the run before and fires when it has ended, another one is skipped", async () => {
  const { agentId, scheduleId } = await scheduleMadeAt("2027-03-01T08:59:00Z", {
    cron: "*/5 * * * *",
    timezone: "UTC",
    overlap: "queue",
  });
  for (const minute of ["00", "05", "10"]) await roundAt(`2027-03-01T09:${minute}:01Z`);
  expect(await slotsOf(scheduleId)).toEqual([
    "fired 01T09:00",
    "queued 01T09:05",
    "skipped/overlap 01T09:10",
  ]);

  const [run] = await runsOf(agentId);
  await cancelRun(ctx, { runId: run?.runId ?? "" });
  await roundAt("2027-03-01T09:12:00Z");

  expect(await slotsOf(scheduleId)).toEqual(["fired 01T09:00", "fired 01T09:05", "skipped/overlap 01T09:10"]);
  expect((await runsOf(agentId)).at(-1)?.trigger).toMatchObject({ scheduledFor: "2027-03-01T09:05:00.000Z" });
});

test("a slot that waits when the schedule is paused never fires", async () => {
  const { agentId, scheduleId } = await scheduleMadeAt("2027-03-01T08:59:00Z", {
    cron: "*/5 * * * *",
    timezone: "UTC",
    overlap: "queue",
  });
  for (const minute of ["00", "05"]) await roundAt(`2027-03-01T09:${minute}:01Z`);
  await updateSchedule(ctx, { scheduleId, enabled: false });
  const [run] = await runsOf(agentId);
  await cancelRun(ctx, { runId: run?.runId ?? "" });
  await roundAt("2027-03-01T09:07:00Z");

  expect(await slotsOf(scheduleId)).toEqual(["fired 01T09:00", "skipped/overlap 01T09:05"]);
  expect(await runsOf(agentId)).toHaveLength(1);
});

test("runs of a schedule that allows it go side by side", async () => {
  const { agentId } = await scheduleMadeAt("2027-03-01T08:59:00Z", {
    cron: "*/5 * * * *",
    timezone: "UTC",
    overlap: "allow",
  });
  for (const minute of ["00", "05"]) await roundAt(`2027-03-01T09:${minute}:01Z`);

  expect(await runsOf(agentId)).toHaveLength(2);
});

test("a pause fires nothing and nothing of it is caught up, whether workers were there or not", async () => {
  const settings = {
    cron: "0 9 * * *",
    timezone: "UTC",
    overlap: "allow" as const,
    pausedFrom: "2027-08-01T00:00:00Z",
    pausedUntil: "2027-09-01T00:00:00Z",
  };
  const watched = await scheduleMadeAt("2027-07-30T12:00:00Z", settings);
  const alone = await scheduleMadeAt("2027-07-30T12:00:00Z", settings);
  expect(watched.schedule.nextFireTimes.slice(0, 3)).toEqual([
    "2027-07-31T09:00:00.000Z",
    "2027-09-01T09:00:00.000Z",
    "2027-09-02T09:00:00.000Z",
  ]);
  await ctx.db.update(schedules).set({ enabled: false }).where(eq(schedules.id, alone.scheduleId));
  await roundAt("2027-07-31T09:00:01Z");
  expect(await nextOf(watched.scheduleId)).toBe("2027-09-01T09:00:00.000Z");
  await roundAt("2027-08-15T09:00:01Z");
  await ctx.db.update(schedules).set({ enabled: true }).where(eq(schedules.id, alone.scheduleId));
  await roundAt("2027-09-02T09:00:01Z");

  expect(await slotsOf(watched.scheduleId)).toEqual([
    "fired 31T09:00",
    "missed/downtime 01T09:00 to 01T09:00 (1)",
    "fired 02T09:00",
  ]);
  expect(await slotsOf(alone.scheduleId)).toEqual([
    "missed/downtime 31T09:00 to 31T09:00 (1)",
    "missed/downtime 01T09:00 to 01T09:00 (1)",
    "fired 02T09:00",
  ]);
});

test("what was off is on again from the next slot on", async () => {
  const { agentId, scheduleId } = await scheduleMadeAt("2027-03-01T08:30:00Z", {
    cron: "0 9 * * *",
    timezone: "UTC",
  });
  const off = await updateSchedule(ctx, { scheduleId, enabled: false });
  expect(off.nextFireTimes).toEqual([]);
  await roundAt("2027-03-05T12:00:00Z");
  const on = await updateSchedule(ctx, { scheduleId, enabled: true });
  await roundAt("2027-03-05T12:00:01Z");

  expect(on.nextFireTimes[0]).toBe("2027-03-06T09:00:00.000Z");
  expect(await runsOf(agentId)).toEqual([]);
  expect(await slotsOf(scheduleId)).toEqual([]);
});

test("a change settles what has come as it stood before, and turning it off starts nothing of long ago", async () => {
  const changed = await scheduleMadeAt("2027-03-01T08:30:00Z", { cron: "0 9 * * *", timezone: "UTC" });
  const turnedOff = await scheduleMadeAt("2027-03-01T08:30:00Z", { cron: "0 9 * * *", timezone: "UTC" });
  await clock.set("2027-03-03T08:00:00Z");
  await updateSchedule(ctx, { scheduleId: changed.scheduleId, cron: "0 7 * * *" });
  await updateSchedule(ctx, { scheduleId: turnedOff.scheduleId, enabled: false });

  expect(await slotsOf(changed.scheduleId)).toEqual([
    "missed/downtime 01T09:00 to 01T09:00 (1)",
    "fired 02T09:00",
  ]);
  expect(await nextOf(changed.scheduleId)).toBe("2027-03-04T07:00:00.000Z");
  expect(await slotsOf(turnedOff.scheduleId)).toEqual(["missed/downtime 01T09:00 to 02T09:00 (2)"]);
});

test("an agent that is archived or has nothing saved skips its slots and says why", async () => {
  const { agentId, scheduleId } = await scheduleMadeAt("2027-03-01T08:59:00Z", {
    cron: "*/5 * * * *",
    timezone: "UTC",
  });
  await archiveAgent(ctx, { agentId });
  await roundAt("2027-03-01T09:00:01Z");

  const { items } = await listSlots(ctx, { scheduleId, limit: 10 });
  expect(items).toMatchObject([
    {
      status: "skipped",
      reason: "refused",
      detail: 'Agent "Test plan" is archived. Set its status to "active" before you go on with it.',
      runId: null,
    },
  ]);
  expect(await nextOf(scheduleId)).toBe("2027-03-01T09:05:00.000Z");
});
