import { openPostgres } from "#db/postgres.ts";
import { executeIn } from "#server/services/executor.ts";
import { createSchedule } from "#server/services/create-schedule.ts";
import { makePlan } from "#test/make.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { auditSlots } from "./audit-slots.ts";
import { pause } from "./chaos-world.ts";
import { type ChaosOptions, type Report, seconds } from "./report.ts";
import { scheduleCrew } from "./schedule-crew.ts";
import { seededRandom } from "./seeded-random.ts";
import { clock } from "./skew.ts";
import { percentile } from "./takeovers.ts";

const SCHEDULES = 50;
const WORKERS = 3;
const MINUTE_MS = 60_000;
const LATE_MS = 2_000;
// It needs no tool and no model, and is over at once.
const plan = makePlan({ a: [] }, { a: { kind: "wait", wait: { seconds: 0 } } });

const UNSETTLED = "select count(*)::int as n from schedules where settled_at < $1::text::timestamptz";
const OPEN = "select count(*)::int as n from runs where status not in ('completed', 'failed', 'canceled')";
// As if it had been looked at last right before that slot.
const SET_BACK = `
update schedules set settled_at = $1::text::timestamptz - interval '1 s', next_fire_at = $1::text::timestamptz
where id = any($2::text[])`;

/** Schedules of every minute while workers are killed: each slot has exactly one run, soon after its time. */
export async function schedules({ seed, minutes = 10, patience }: ChaosOptions): Promise<Report> {
  await using scene = await openScene("* * * * *");
  const { ctx, crew, ids } = scene;
  const random = seededRandom(seed);
  const first = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
  const end = first + minutes * MINUTE_MS;
  let kills = 0;
  while (Date.now() < end) {
    await pause(Math.min(2_000 + random() * 13_000, end - Date.now()));
    await crew.join(kills % WORKERS === 0 ? wrongClock(-7_200) : "");
    await crew.kill(random());
    kills += 1;
  }
  const expected = Array.from({ length: minutes }, (_item, index) =>
    new Date(first + index * MINUTE_MS).toISOString(),
  );
  await scene.untilQuiet(expected.at(-1) ?? "");
  await crew.dismiss();
  const { problems, fired, lateMs } = await auditSlots(ctx, { scheduleIds: ids, expected });
  const p99 = percentile(lateMs, 0.99);
  return {
    part: "schedules",
    figures: {
      schedules: ids.length,
      minutes,
      kills,
      "slots that fired": fired,
      "slot to run, p50 s": seconds(percentile(lateMs, 0.5)),
      "slot to run, p99 s": seconds(p99),
      "slot to run, worst s": seconds(percentile(lateMs, 1)),
    },
    problems: [
      ...problems,
      ...(p99 > LATE_MS * patience ? [`p99 of the lateness is ${seconds(p99)} s`] : []),
    ],
  };
}

/** The same in seconds: more and more schedules have one slot behind them at once, again and again. */
export async function schedulesSetBack(rounds: number): Promise<Report> {
  const slot = new Date(Math.floor(Date.now() / MINUTE_MS - 1) * MINUTE_MS);
  await using scene = await openScene(`${slot.getUTCMinutes()} * * * *`);
  const { ctx, crew, ids } = scene;
  for (let round = 1; round <= rounds; round += 1) {
    const due = ids.slice(0, Math.ceil((round * ids.length) / rounds));
    await executeIn(ctx.db)(SET_BACK, [slot.toISOString(), due]);
    await pause(30);
    // Somebody has to be left.
    if (round < WORKERS) await crew.kill(0);
    await scene.untilQuiet(slot.toISOString());
  }
  await crew.dismiss();
  const { problems, fired } = await auditSlots(ctx, { scheduleIds: ids, expected: [slot.toISOString()] });
  const figures = { schedules: ids.length, rounds, "slots that fired": fired };
  return { part: "schedules, set back", figures, problems };
}

async function openScene(cron: string) {
  await using opened = new AsyncDisposableStack();
  const server = await startPostgres();
  opened.defer(() => server.stop());
  const url = await server.createDatabase();
  const world = await openRunWorld(await openPostgres(url));
  opened.defer(() => world.close());
  const { ctx } = world;
  const crew = scheduleCrew(url, world.folder);
  opened.defer(() => crew.dismiss());
  // One of them has a clock that is wrong by hours, and jumps.
  await Promise.all([crew.join(), crew.join(), crew.join(wrongClock(7_200))]);

  const { agentId } = await seedAgent(ctx, plan);
  const ids: string[] = [];
  for (let number = 0; number < SCHEDULES; number += 1) {
    const overlap = number % 2 === 0 ? "skip" : "allow";
    const { schedule } = await createSchedule(ctx, {
      agentId,
      cron,
      timezone: "UTC",
      input: { number },
      overlap,
    });
    ids.push(schedule.scheduleId);
  }
  const stack = opened.move();
  const isNone = async (text: string, parameters: unknown[]) =>
    (await executeIn(ctx.db)(text, parameters)).every(({ n }) => n === 0);

  return {
    ctx,
    crew,
    ids,
    /** Until all slots up to one are settled and all runs are over; in vain after two minutes. */
    untilQuiet: async (slot: string): Promise<void> => {
      const end = performance.now() + 120_000;
      while (!((await isNone(UNSETTLED, [slot])) && (await isNone(OPEN, []))) && performance.now() < end)
        await pause(100);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function wrongClock(shiftS: number): string {
  const [kind, program = ""] = clock(shiftS).split(/,(.*)/s);
  return `--import=${kind},${encodeURIComponent(program)}`;
}
