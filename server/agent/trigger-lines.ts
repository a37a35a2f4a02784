import { shortened } from "#server/core/characters.ts";
import type { ScheduleFacts } from "#server/core/proposed-schedule.ts";
import { localTime, pauseWords } from "#server/core/schedule-state.ts";
import type { PlanningState } from "#server/services/read-planning-state.ts";

const MAX_SCHEDULES = 6;
const MAX_WEBHOOKS = 4;
const MAX_TITLE = 40;

/** What starts runs, for the plan context: schedules by their numbers, and what time it is where there are any. */
export function triggerLines({
  schedules,
  webhooks,
  now,
  timezone,
}: Pick<PlanningState, "schedules" | "webhooks" | "now" | "timezone">): string[] {
  const told = schedules.slice(0, MAX_SCHEDULES).map((item, index) => `${index + 1}: ${factsOf(item, now)}`);
  const hooks = webhooks
    .slice(0, MAX_WEBHOOKS)
    .map(
      ({ title, scheme, enabled }) => `"${shortened(title, MAX_TITLE)}" ${scheme}${enabled ? "" : ", off"}`,
    );
  const today = localTime(now.toISOString(), timezone);
  return [
    ...(told.length > 0
      ? [
          `Schedules: ${told.join("; ")}${more(schedules.length - told.length)}. It is ${today} (${timezone}).`,
        ]
      : []),
    ...(hooks.length > 0 ? [`Webhooks: ${hooks.join("; ")}${more(webhooks.length - hooks.length)}.`] : []),
  ];
}

function factsOf(schedule: ScheduleFacts, now: Date): string {
  const pause = pauseWords(schedule, now);
  return [
    `${schedule.cron} ${schedule.timezone}`,
    ...(schedule.overlap === "skip" ? [] : [`overlap ${schedule.overlap}`]),
    ...(schedule.catchUp === "latest" ? [] : ["no catch-up"]),
    ...(schedule.input === null ? [] : ["fixed input"]),
    ...(pause === "" ? [] : [pause]),
    ...(schedule.broken === null ? [] : ["broken"]),
  ].join(", ");
}

function more(hidden: number): string {
  return hidden > 0 ? ` and ${hidden} more` : "";
}
