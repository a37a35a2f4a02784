import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { scheduleSlots, schedules } from "#db/schema.ts";
import { startScheduler } from "#server/engine/scheduler.ts";
import { createSchedule } from "#server/services/create-schedule.ts";
import { updateSchedule } from "#server/services/update-schedule.ts";
import { settableClock } from "#test/database-clock.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, untilOver } from "#test/run-world.ts";
import { done } from "#test/core/run-rules/results.ts";
import { seedAgent } from "#test/seed-agent.ts";

const world = await openRunWorld();
const { ctx } = world;
const clock = await settableClock(ctx.database);
await world.startWorker(() => done("ok"));
afterAll(world.closeReplayed);

async function untilSlots(scheduleId: string, count: number) {
  for (;;) {
    const rows = await ctx.db.select().from(scheduleSlots).where(eq(scheduleSlots.scheduleId, scheduleId));
    if (rows.length >= count) return rows;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("a scheduler fires by the database's clock, whatever that of its process says, until it is stopped", async () => {
  await clock.set("2099-12-31T23:58:30Z");
  const { agentId } = await seedAgent(ctx, makePlan({ a: [] }));
  const { schedule } = await createSchedule(ctx, {
    agentId,
    cron: "* * * * *",
    timezone: "UTC",
    overlap: "allow",
  });
  const { scheduleId } = schedule;
  const scheduler = await startScheduler(ctx);

  await clock.set("2099-12-31T23:59:00.001Z");
  const [slot] = await untilSlots(scheduleId, 1);
  expect(slot).toMatchObject({ status: "fired", scheduledFor: new Date("2099-12-31T23:59:00Z") });
  expect((await untilOver(ctx, slot?.runId ?? "")).status).toBe("completed");

  await scheduler.stop();
  await clock.set("2100-01-01T00:05:00Z");
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await untilSlots(scheduleId, 1)).toHaveLength(1);
  await updateSchedule(ctx, { scheduleId, enabled: false });
});

test("a schedule that cannot be settled stops no other and is tried again", async () => {
  await clock.set("2100-02-01T08:59:00Z");
  const { agentId } = await seedAgent(ctx, makePlan({ a: [] }));
  const newSchedule = async (hour: number) =>
    (await createSchedule(ctx, { agentId, cron: `0 ${hour} * * *`, timezone: "UTC", overlap: "allow" }))
      .schedule.scheduleId;
  const [failing, other] = [await newSchedule(9), await newSchedule(10)];
  let refusals = 0;
  const scheduler = await startScheduler({
    ...ctx,
    newId: (prefix) => {
      if (refusals < 2 && prefix === "run") {
        refusals += 1;
        throw new Error("No id is left.");
      }
      return ctx.newId(prefix);
    },
  });

  await clock.set("2100-02-01T09:00:00Z");
  const [slot] = await untilSlots(failing, 1);
  expect(slot?.status).toBe("fired");
  expect(refusals).toBe(2);
  await clock.set("2100-02-01T10:00:00Z");
  expect(await untilSlots(other, 1)).toMatchObject([{ status: "fired" }]);
  await scheduler.stop();
  await ctx.db.delete(schedules);
});

test("a row that came from elsewhere without its next slot is taken up", async () => {
  await clock.set("2100-03-01T08:59:30Z");
  const { agentId } = await seedAgent(ctx, makePlan({ a: [] }));
  const at = new Date("2100-03-01T08:59:30Z");
  await ctx.db.insert(schedules).values({
    id: "sched_by_hand",
    agentId,
    cron: "0 9 * * *",
    timezone: "UTC",
    settledAt: at,
    createdAt: at,
    updatedAt: at,
  });
  await clock.set("2100-03-01T09:00:10Z");
  const scheduler = await startScheduler(ctx);

  expect(await untilSlots("sched_by_hand", 1)).toMatchObject([{ status: "fired" }]);
  await scheduler.stop();
});
