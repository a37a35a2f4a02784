import type { DataParts } from "#server/core/conversation.ts";
import { localTime, pauseWords } from "#server/core/schedule-state.ts";
import { type ScheduleView, scheduleViewSchema } from "#server/core/trigger-views.ts";
import { type Confirming, isYes } from "./confirm-proposal.ts";
import { print } from "./say.ts";
import { readable } from "./terminal-text.ts";

type ScheduleCard = Extract<DataParts["proposal"], { type: "schedule" }>;

const FIRES_SHOWN = 3;

/** Stores a schedule as its card shows it, once the person has said yes. */
export async function confirmSchedule({ api, slug, ask }: Confirming, proposal: ScheduleCard): Promise<void> {
  for (const line of cardLines(proposal)) print(readable(line));
  const { scheduleId, remove } = proposal;
  const question = remove
    ? "Delete this schedule? [y/N] "
    : scheduleId === undefined
      ? "Set this schedule? [y/N] "
      : "Change the schedule so? [y/N] ";
  if (!isYes(await ask(question))) {
    print(remove || scheduleId !== undefined ? "The schedule stays as it is." : "No schedule was set.");
    return;
  }
  if (remove && scheduleId !== undefined) {
    await api.text(`/api/schedules/${encodeURIComponent(scheduleId)}`, { method: "DELETE" });
    print("The schedule is deleted. Its runs stay.");
    return;
  }
  const stored = await store({ api, slug }, proposal);
  print(`The schedule is ${scheduleId === undefined ? "set" : "changed"}. ${nextWords(stored)}`);
}

function store(
  { api, slug }: Pick<Confirming, "api" | "slug">,
  proposal: ScheduleCard,
): Promise<ScheduleView> {
  const { scheduleId, cron, timezone, overlap, catchUp, input, enabled, pausedFrom, pausedUntil } = proposal;
  const body = { cron, timezone, overlap, catchUp, input, enabled, pausedFrom, pausedUntil };
  return scheduleId === undefined
    ? api.json(scheduleViewSchema, `/api/agents/${encodeURIComponent(slug)}/schedules`, {
        method: "POST",
        body,
      })
    : api.json(scheduleViewSchema, `/api/schedules/${encodeURIComponent(scheduleId)}`, {
        method: "PATCH",
        body,
      });
}

function cardLines(proposal: ScheduleCard): string[] {
  const { words, cron, timezone, overlap, catchUp, input, nextFireTimes, warnings, remove } = proposal;
  const pause = pauseWords(proposal, new Date());
  const fires = nextFireTimes.slice(0, FIRES_SHOWN).map((at) => localTime(at, timezone));
  return [
    `  ${words}`,
    `  cron ${cron} · overlap ${overlap} · catch-up ${catchUp}${input === null ? "" : ` · input ${JSON.stringify(input)}`}`,
    ...(pause === "" ? [] : [`  ${pause}`]),
    ...(fires.length > 0 && !remove ? [`  next: ${fires.join("; ")}`] : []),
    ...warnings.map(({ message }) => `! ${message}`),
  ];
}

function nextWords({ nextFireTimes, timezone }: ScheduleView): string {
  const [next] = nextFireTimes;
  return next === undefined
    ? "It fires no more for now."
    : `Next: ${localTime(next, timezone)} (${timezone}).`;
}
