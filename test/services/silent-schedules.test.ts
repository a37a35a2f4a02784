import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { agents, runs, scheduleSlots, schedules } from "#db/schema.ts";
import { archiveAgent } from "#server/services/archive-agent.ts";
import { createSchedule } from "#server/services/create-schedule.ts";
import { executeIn } from "#server/services/executor.ts";
import { findSilentSchedules } from "#server/services/find-silent-schedules.ts";
import { fireDueSchedules } from "#server/services/fire-due-schedules.ts";
import { pruneSlots } from "#server/services/prune-slots.ts";
import { updateSchedule } from "#server/services/update-schedule.ts";
import { updateSettings } from "#server/services/update-settings.ts";
import { settableClock } from "#test/database-clock.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

const world = await openRunWorld();
const { ctx } = world;
afterAll(world.close);
const clock = await settableClock(ctx.database);

/** An hourly schedule of an agent with nothing saved, made at 08:30 of a day; it is the only one. */
async function unsavedHourly(settings: Partial<Parameters<typeof createSchedule>[1]> = {}) {
  await ctx.db.delete(schedules);
  await clock.set("2027-06-01T08:30:00Z");
  const { agentId, snapshotId } = await seedAgent(ctx, makePlan({ a: [] }));
  await ctx.db.update(agents).set({ snapshotId: null }).where(eq(agents.id, agentId));
  const { schedule } = await createSchedule(ctx, {
    agentId,
    cron: "0 * * * *",
    timezone: "Asia/Kolkata",
    ...settings,
  });
  const save = () => ctx.db.update(agents).set({ snapshotId }).where(eq(agents.id, agentId));
  return { agentId, scheduleId: schedule.scheduleId, save };
}

async function roundAt(at: string): Promise<void> {
  await clock.set(`2027-06-${at}Z`);
  await fireDueSchedules(ctx, { findsStray: true });
}

async function silent(): Promise<string[]> {
  return (await findSilentSchedules(executeIn(ctx.db))).map(({ words }) => words);
}

test("a schedule is silent once two of its slots have started no run, and says why; a run ends it", async () => {
  const { scheduleId, agentId, save } = await unsavedHourly();
  await roundAt("01T09:31:00");
  expect(await silent()).toEqual([]);
  await roundAt("01T10:31:00");

  expect(await findSilentSchedules(executeIn(ctx.db))).toEqual([
    {
      scheduleId,
      agentId,
      words:
        'The schedule "0 * * * *" (Asia/Kolkata) started no run for 2 slots, since 2027-06-01 15:00. No run could be started: Save the plan first: agent "Test plan" has no snapshot that a run could walk.',
      settledAt: null,
    },
  ]);

  await save();
  await roundAt("01T11:31:00");
  expect(await silent()).toEqual([]);
});

test("slots that nobody was there for count, unless the latest was caught up", async () => {
  const caughtUp = await unsavedHourly();
  await caughtUp.save();
  await roundAt("02T08:31:30");
  expect(await silent()).toEqual([]);

  const notCaughtUp = await unsavedHourly({ catchUp: "none" });
  await notCaughtUp.save();
  await roundAt("02T08:32:30");
  expect(await silent()).toEqual([
    'The schedule "0 * * * *" (Asia/Kolkata) started no run for 24 slots, since 2027-06-01 15:00. No worker was there to fire them.',
  ]);
});

test("slots that are past and that no worker could settle are silence too", async () => {
  const { save } = await unsavedHourly();
  await save();
  await clock.set("2027-06-01T09:31:00Z");
  expect(await silent()).toEqual([]);
  await clock.set("2027-06-01T10:32:00Z");

  expect(await silent()).toEqual([
    'The schedule "0 * * * *" (Asia/Kolkata) started no run for 2 slots, since 2027-06-01 15:00. They could not be settled; the log of the workers says why.',
  ]);
});

test("what is off, paused, archived, was just changed, or has a run going is not silent", async () => {
  const { scheduleId, agentId } = await unsavedHourly();
  const loud = async () => {
    await updateSchedule(ctx, { scheduleId, enabled: true, pausedFrom: null });
    for (const hour of ["05", "06", "07"]) await roundAt(`03T${hour}:31:00`);
    expect(await silent()).toHaveLength(1);
  };
  await loud();
  await updateSchedule(ctx, { scheduleId, overlap: "allow" });
  expect(await silent()).toEqual([]);
  await clock.set("2027-06-03T04:00:00Z");
  await loud();
  await ctx.db.update(schedules).set({ enabled: false }).where(eq(schedules.id, scheduleId));
  expect(await silent()).toEqual([]);
  const paused = { enabled: true, pausedFrom: new Date("2027-06-03T07:00:00Z") };
  await ctx.db.update(schedules).set(paused).where(eq(schedules.id, scheduleId));
  expect(await silent()).toEqual([]);
  await ctx.db.update(schedules).set({ pausedFrom: null }).where(eq(schedules.id, scheduleId));
  expect(await silent()).toHaveLength(1);
  await archiveAgent(ctx, { agentId });
  expect(await silent()).toEqual([]);

  const busy = await unsavedHourly({ overlap: "skip" });
  await busy.save();
  for (const hour of ["09", "10", "11", "12"]) await roundAt(`01T${hour}:31:00`);
  expect(await ctx.db.select().from(runs).where(eq(runs.agentId, busy.agentId))).toHaveLength(1);
  expect(await silent()).toEqual([]);
});

test("slots that gave way to a run of the schedule are no silence once it is over, and are while it goes on for days", async () => {
  const { agentId, save } = await unsavedHourly({ overlap: "skip" });
  await save();
  for (const hour of ["09", "10", "11", "12"]) await roundAt(`01T${hour}:31:00`);
  const started = (at: string) =>
    ctx.db
      .update(runs)
      .set({ createdAt: new Date(at) })
      .where(eq(runs.agentId, agentId));
  await started("2027-06-01T09:31:00Z");
  expect(await silent()).toEqual([]);

  await started("2027-05-31T12:00:00Z");
  const [words, ...others] = await silent();
  expect(others).toEqual([]);
  expect(words).toMatch(
    /started no run for 3 slots, since 2027-06-01 16:00\. A run of it was still going: Run "/,
  );

  await ctx.db.update(runs).set({ status: "completed" }).where(eq(runs.agentId, agentId));
  expect(await silent()).toEqual([]);
  await roundAt("01T13:31:00");
  expect(await silent()).toEqual([]);
});

test("slots are kept as long as runs are and 90 days at most, the newest of each status for ever", async () => {
  const { scheduleId } = await unsavedHourly();
  const slot = (days: number, status: "fired" | "missed") => {
    const at = new Date(Date.parse("2027-06-01T08:00:00Z") - days * 86_400_000);
    return { scheduleId, scheduledFor: at, status, settledAt: at };
  };
  await ctx.db
    .insert(scheduleSlots)
    .values([
      slot(400, "fired"),
      slot(300, "fired"),
      slot(200, "missed"),
      slot(100, "missed"),
      slot(80, "missed"),
      slot(20, "missed"),
    ]);
  const left = async () => {
    const rows = await ctx.db.select().from(scheduleSlots).where(eq(scheduleSlots.scheduleId, scheduleId));
    return rows.map(
      ({ scheduledFor }) => (Date.parse("2027-06-01T08:00:00Z") - scheduledFor.getTime()) / 86_400_000,
    );
  };

  expect(await pruneSlots(ctx)).toBe(3);
  expect((await left()).toSorted((a, b) => a - b)).toEqual([20, 80, 300]);
  await updateSettings(ctx, { keepRunsDays: 30 });
  expect(await pruneSlots(ctx)).toBe(1);
  expect((await left()).toSorted((a, b) => a - b)).toEqual([20, 300]);
});
