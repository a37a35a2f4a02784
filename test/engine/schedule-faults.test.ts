import { eq, ne, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { runs, scheduleSlots, schedules } from "#db/schema.ts";
import { startScheduler } from "#server/engine/scheduler.ts";
import { createSchedule } from "#server/services/create-schedule.ts";
import { executeIn } from "#server/services/executor.ts";
import { findSilentSchedules } from "#server/services/find-silent-schedules.ts";
import { fireDueSchedules } from "#server/services/fire-due-schedules.ts";
import { readSchedule } from "#server/services/read-schedule.ts";
import { updateSchedule } from "#server/services/update-schedule.ts";
import { settableClock } from "#test/database-clock.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

// Faults that other schedulers were reported with, by the ids of the collection they are kept in.

const world = await openRunWorld();
const { ctx } = world;
afterAll(world.close);
const clock = await settableClock(ctx.database);

/** The only one that is there. */
async function newSchedule(cron: string): Promise<string> {
  await ctx.db.delete(schedules);
  const { agentId } = await seedAgent(ctx, makePlan({ a: [] }));
  const { schedule } = await createSchedule(ctx, { agentId, cron, timezone: "UTC", overlap: "allow" });
  return schedule.scheduleId;
}

/** The slots that got a run, by their runs, oldest first. */
async function firedBy(scheduleId: string): Promise<string[]> {
  const ofSchedule = sql`${runs.trigger} ->> 'scheduleId' = ${scheduleId}`;
  const rows = await ctx.db.select({ trigger: runs.trigger }).from(runs).where(ofSchedule);
  return rows.map(({ trigger }) => (trigger.type === "schedule" ? trigger.scheduledFor : "")).toSorted();
}

async function roundAt(at: string): Promise<void> {
  await clock.set(at);
  await fireDueSchedules(ctx, { findsStray: true });
}

test("CRON-A11: one schedule with a bad zone stops none of 50 others, is marked broken, shown and can be mended", async () => {
  await clock.set("2027-01-10T10:00:30Z");
  const bad = await newSchedule("* * * * *");
  const [row] = await ctx.db.select().from(schedules).where(eq(schedules.id, bad));
  const ids = Array.from({ length: 50 }, (_item, index) => `sched_good_${index}`);
  await ctx.db.insert(schedules).values(ids.map((id) => ({ ...row!, id })));
  await ctx.db.update(schedules).set({ timezone: "America/New_Yrok" }).where(eq(schedules.id, bad));

  await roundAt("2027-01-10T10:01:00Z");

  const slots = await ctx.db.select().from(scheduleSlots);
  expect(slots.map(({ scheduleId }) => scheduleId).toSorted()).toEqual(ids.toSorted());
  expect(new Set(slots.map(({ status, runId }) => `${status} ${runId === null}`))).toEqual(
    new Set(["fired false"]),
  );
  expect(await ctx.db.select().from(runs)).toHaveLength(50);
  const words = 'There is no time zone "America/New_Yrok". Did you mean "America/New_York"?';
  expect(await readSchedule(ctx, { scheduleId: bad })).toMatchObject({ broken: words, nextFireTimes: [] });
  expect(await findSilentSchedules(executeIn(ctx.db))).toMatchObject([
    { scheduleId: bad, words: `The schedule "* * * * *" (America/New_Yrok) cannot fire: ${words}` },
  ]);

  await ctx.db.delete(schedules).where(ne(schedules.id, bad));
  const mended = await updateSchedule(ctx, { scheduleId: bad, timezone: "America/New_York" });
  expect(mended).toMatchObject({ broken: null, timezone: "America/New_York" });
  await roundAt("2027-01-10T10:02:00Z");
  expect(await firedBy(bad)).toEqual(["2027-01-10T10:02:00.000Z"]);
});

test("CRON-A12: a zone that is none is refused with the one that was meant, and nothing is saved", async () => {
  const { agentId } = await seedAgent(ctx, makePlan({ a: [] }));

  await expect(
    createSchedule(ctx, { agentId, cron: "0 9 * * *", timezone: "Europe/Berln" }),
  ).rejects.toMatchObject({
    code: "invalid",
    issues: [
      { path: "timezone", message: 'There is no time zone "Europe/Berln". Did you mean "Europe/Berlin"?' },
    ],
  });
  expect(await ctx.db.select().from(schedules).where(eq(schedules.agentId, agentId))).toEqual([]);
});

test("CRON-A13: after 580 missed minutes one run is caught up, one line tells the rest, and the next minute fires", async () => {
  await clock.set("2027-01-11T00:00:30Z");
  const id = await newSchedule("* * * * *");
  await roundAt("2027-01-11T09:40:40Z");
  await roundAt("2027-01-11T09:41:00Z");

  expect(await firedBy(id)).toEqual(["2027-01-11T09:40:00.000Z", "2027-01-11T09:41:00.000Z"]);
  const rows = await ctx.db.select().from(scheduleSlots).where(eq(scheduleSlots.scheduleId, id));
  expect(rows.filter(({ status }) => status === "missed")).toMatchObject([
    { count: 579, scheduledFor: new Date("2027-01-11T00:01:00Z"), lastFor: new Date("2027-01-11T09:39:00Z") },
  ]);
});

test("CRON-A14: a database of 30 days ago comes back without a flood of runs", async () => {
  await clock.set("2027-01-12T00:00:30Z");
  const id = await newSchedule("* * * * *");
  for (const at of ["2027-02-11T00:00:40Z", "2027-02-11T00:00:45Z"]) await roundAt(at);

  expect(await firedBy(id)).toEqual(["2027-02-11T00:00:00.000Z"]);
});

test("CRON-A15: a clock that was two hours ahead and is set right goes on within a period, and no slot fires twice", async () => {
  await clock.set("2027-03-01T12:00:30Z");
  const id = await newSchedule("* * * * *");
  await roundAt("2027-03-01T12:01:00Z");
  await roundAt("2027-03-01T14:01:30Z");
  await roundAt("2027-03-01T14:02:10Z");
  const ahead = ["12:01", "14:01", "14:02"].map((time) => `2027-03-01T${time}:00.000Z`);
  expect(await firedBy(id)).toEqual(ahead);

  await roundAt("2027-03-01T12:02:40Z");
  expect(await firedBy(id)).toEqual(ahead);
  await roundAt("2027-03-01T12:03:00Z");
  expect(await firedBy(id)).toEqual([...ahead, "2027-03-01T12:03:00.000Z"].toSorted());

  for (const at of ["14:00:30", "14:01:00", "14:02:00", "14:03:00"]) await roundAt(`2027-03-01T${at}Z`);
  const fired = await firedBy(id);
  expect(fired).toEqual([...new Set(fired)]);
  expect(fired.slice(-3)).toEqual(["14:01", "14:02", "14:03"].map((time) => `2027-03-01T${time}:00.000Z`));
});

test("CRON-A16: schedulers that wake just before and just after a slot start one run, and none ahead of it", async () => {
  await clock.set("2027-03-31T23:00:00Z");
  const id = await newSchedule("0 0 1 * *");
  await roundAt("2027-03-31T23:59:59.900Z");
  expect(await firedBy(id)).toEqual([]);

  await clock.set("2027-04-01T00:00:00.010Z");
  await Promise.all([fireDueSchedules(ctx), fireDueSchedules(ctx)]);
  expect(await firedBy(id)).toEqual(["2027-04-01T00:00:00.000Z"]);
});

test("CRON-A17: asked for by three at once and after 20 restarts, a schedule is one row and one run a slot", async () => {
  await clock.set("2027-05-01T08:00:00Z");
  const { agentId } = await seedAgent(ctx, makePlan({ a: [] }));
  const asked = { agentId, cron: "0 9 * * *", timezone: "Europe/Berlin" };
  const made = await Promise.all([1, 2, 3].map(() => createSchedule(ctx, asked)));
  await clock.set("2027-05-02T07:00:05Z");
  for (let restart = 0; restart < 20; restart += 1) {
    const schedulers = await Promise.all([1, 2, 3].map(() => startScheduler(ctx)));
    await createSchedule(ctx, asked);
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
  }

  expect(made.map(({ created }) => created).toSorted()).toEqual([false, false, true]);
  const rows = await ctx.db.select().from(schedules).where(eq(schedules.agentId, agentId));
  expect(rows).toHaveLength(1);
  expect(await firedBy(rows[0]?.id ?? "")).toEqual(["2027-05-02T07:00:00.000Z"]);
});
