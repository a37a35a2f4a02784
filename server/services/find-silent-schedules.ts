import { missedSlots } from "#server/core/schedule-missed.ts";
import { brokenWords, silentWords, stuckWords } from "#server/core/silent-words.ts";
import type { SlotReason } from "#server/core/trigger.ts";
import type { Execute } from "./executor.ts";
import { readStoredSchedule } from "./read-stored-schedule.ts";

export type SilentSchedule = {
  scheduleId: string;
  agentId: string;
  words: string;
  /** When it was settled last, where slots have passed that nothing was written of; null otherwise. */
  settledAt: number | null;
};

const COUNTED = 100;

// The two newest slots say whether it is silent. What was before a person last changed the schedule does not
// count; what gave way to a run of its own counts while that run has been going for longer than a day.
const SILENT = `
with clock as (select clock_timestamp() as now)
select s.id, s.agent_id, s.cron, s.timezone, s.broken, going.since is not null as blocked,
  extract(epoch from (select now from clock)) * 1000 as now, extract(epoch from s.settled_at) * 1000 as settled
from schedules s join agents a on a.id = s.agent_id and a.status = 'active'
left join lateral (
  select min(r.created_at) as since from runs r where r.status in ('queued', 'running', 'paused')
    and r.agent_id = s.agent_id and r.trigger ->> 'type' = 'schedule' and r.trigger ->> 'scheduleId' = s.id) going on true
left join lateral (
  select n.status, n.count, lead(n.status) over (order by n.scheduled_for desc) as earlier from (
    select status, count, scheduled_for from schedule_slots
    where schedule_id = s.id and scheduled_for > s.updated_at
      and (going.since is not null or reason is distinct from 'overlap') order by scheduled_for desc limit 2) n
  order by n.scheduled_for desc limit 1) newest on true
where s.enabled
  and (s.paused_from is null or s.paused_from > (select now from clock) or s.paused_until <= (select now from clock))
  and (s.broken is not null or (
    (s.next_fire_at < (select now from clock) - interval '1 minute' or (newest.status in ('missed', 'skipped')
      and (newest.count >= 2 or newest.earlier in ('missed', 'skipped'))))
    and (going.since is null or going.since < (select now from clock) - interval '1 day')))`;

const NEWEST = `
select n.status, n.count, n.reason, n.detail, extract(epoch from n.scheduled_for) * 1000 as slot
from schedule_slots n join schedules s on s.id = n.schedule_id
where s.id = $1 and n.scheduled_for > s.updated_at
  and ($2 or n.reason is distinct from 'overlap') order by n.scheduled_for desc limit ${COUNTED}`;

/**
 * The schedules that should have started runs and did not: two slots have passed since the last one that
 * fired, or it cannot fire at all. Those that are off or paused, that have had a run going for a day at most, or
 * whose agent is archived are none of them.
 */
export async function findSilentSchedules(execute: Execute): Promise<SilentSchedule[]> {
  const found: SilentSchedule[] = [];
  for (const row of await execute(SILENT, [])) {
    const scheduleId = String(row["id"]);
    const named = { cron: String(row["cron"]), timezone: String(row["timezone"]) };
    const known =
      row["broken"] === null
        ? await unfiredWords(execute, scheduleId, named, row["blocked"] === true)
        : brokenWords(named, String(row["broken"]));
    const words = known ?? overdueWords(row, named);
    const settledAt = known === null ? Number(row["settled"]) : null;
    if (words !== null) found.push({ scheduleId, agentId: String(row["agent_id"]), words, settledAt });
  }
  return found;
}

type Named = { cron: string; timezone: string };

async function unfiredWords(
  execute: Execute,
  scheduleId: string,
  named: Named,
  isBlocked: boolean,
): Promise<string | null> {
  const rows = await execute(NEWEST, [scheduleId, isBlocked]);
  const fired = rows.findIndex(({ status }) => status === "fired" || status === "queued");
  const unfired = fired === -1 ? rows : rows.slice(0, fired);
  const [newest, oldest] = [unfired[0], unfired.at(-1)];
  const count = unfired.reduce((sum, row) => sum + Number(row["count"]), 0);
  if (!newest || !oldest || count < 2) return null;
  return silentWords(named, {
    count,
    isAtLeast: unfired.length === COUNTED,
    since: new Date(Number(oldest["slot"])),
    // The columns are those of the statement above.
    reason: newest["reason"] as SlotReason | null,
    detail: newest["detail"] as string | null,
  });
}

/** Of slots that are past although workers are there. */
function overdueWords(row: Record<string, unknown>, named: Named): string | null {
  const [settled, now] = [new Date(Number(row["settled"])), new Date(Number(row["now"]))];
  const schedule = readStoredSchedule(named, now);
  if (!schedule.ok) return brokenWords(named, schedule.error);
  const { missed } = missedSlots(schedule.value, settled, now, { catchUp: "none" });
  return missed !== null && missed.count >= 2 ? stuckWords(named, missed.count, missed.first) : null;
}
