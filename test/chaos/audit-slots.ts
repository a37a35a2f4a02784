import type { Context } from "#server/context.ts";
import { executeIn } from "#server/services/executor.ts";

// From the runs alone, and from the rows of slots: the two have to tell the same.
const RUNS = `
select trigger ->> 'scheduleId' as schedule, trigger ->> 'scheduledFor' as slot, status,
  extract(epoch from created_at - (trigger ->> 'scheduledFor')::timestamptz) * 1000 as late
from runs where trigger ->> 'type' = 'schedule'`;
const SLOTS = `
select s.schedule_id as schedule, to_char(s.scheduled_for at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as slot,
  s.status, s.reason, r.id is not null as has_run from schedule_slots s left join runs r on r.id = s.run_id`;

export type SlotAudit = { problems: string[]; fired: number; lateMs: number[] };

/** Whether each of these slots of each schedule has exactly one run, and nothing else has one. */
export async function auditSlots(
  ctx: Context,
  { scheduleIds, expected }: { scheduleIds: readonly string[]; expected: readonly string[] },
): Promise<SlotAudit> {
  const execute = executeIn(ctx.db);
  const runs = await execute(RUNS, []);
  const slots = await execute(SLOTS, []);
  const counts = new Map<string, number>();
  for (const { schedule, slot } of runs) {
    const key = `${schedule} ${slot}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const keys = scheduleIds.flatMap((id) => expected.map((slot) => `${id} ${slot}`));
  const fired = new Set(
    slots.flatMap(({ schedule, slot, status, has_run: hasRun }) =>
      status === "fired" && hasRun === true ? [`${schedule} ${slot}`] : [],
    ),
  );
  const found: [string, string[]][] = [
    ["slot without a run", keys.filter((key) => !counts.has(key))],
    ["slot with several runs", [...counts].flatMap(([key, count]) => (count > 1 ? [key] : []))],
    ["run whose slot does not tell of it", [...counts.keys()].filter((key) => !fired.has(key))],
    [
      "slot that did not fire",
      slots.filter(({ status }) => status !== "fired").map((row) => Object.values(row).join(" ")),
    ],
    [
      "run that was not completed",
      runs
        .filter(({ status }) => status !== "completed")
        .map(({ schedule, slot, status }) => `${schedule} ${slot} ${status}`),
    ],
    ["run ahead of its slot", runs.filter(({ late }) => Number(late) < 0).map((row) => String(row["slot"]))],
  ];
  return {
    problems: found.flatMap(([problem, cases]) =>
      cases.length === 0 ? [] : [`${cases.length} × ${problem}, such as ${cases.slice(0, 3).join(", ")}`],
    ),
    fired: runs.length,
    lateMs: runs.map(({ late }) => Number(late)),
  };
}
