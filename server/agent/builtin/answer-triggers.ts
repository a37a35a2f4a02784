import type { ScheduleFacts } from "#server/core/proposed-schedule.ts";
import { firesOutsidePause } from "#server/core/schedule-pause.ts";
import { readSchedule } from "#server/core/schedule.ts";
import { localTime, pauseWords } from "#server/core/schedule-state.ts";
import { describeSchedule } from "#server/core/schedule-words.ts";
import type { TriggersAtHand } from "./listed-plan.ts";

/** What starts runs, told from the facts. */
export function triggersTold({ schedules, webhooks, now }: TriggersAtHand): string {
  const hooks = webhooks.map(({ title, enabled }) => `"${title}"${enabled ? "" : " (off)"}`);
  const told = schedules.map((schedule, index) =>
    scheduleTold(schedule, now, schedules.length > 1 ? `Schedule ${index + 1}` : "The schedule"),
  );
  if (told.length === 0) told.push("There is no schedule.");
  if (hooks.length === 0) told.push("There is no webhook.");
  else told.push(`${hooks.length === 1 ? "Webhook" : "Webhooks"}: ${hooks.join(", ")}.`);
  if (schedules.length === 0 && hooks.length === 0)
    told.push('Runs are started by hand; say for example "run it every weekday at 9".');
  return told.join(" ");
}

function scheduleTold(schedule: ScheduleFacts, now: Date, name: string): string {
  const { cron, timezone, overlap, catchUp, broken } = schedule;
  const pause = pauseWords(schedule, now);
  const read = readSchedule(cron, timezone, now);
  const [next] = read.ok && schedule.enabled ? firesOutsidePause(read.value, schedule, now, 1) : [];
  return [
    `${name}: ${describeSchedule(schedule)}${pause === "" ? "" : `, ${pause}`}.`,
    ...(broken === null ? [] : [`It cannot fire: ${broken}`]),
    ...(next === undefined ? [] : [`Next: ${localTime(next.toISOString(), timezone)}.`]),
    ...(overlap === "queue" ? ["While a run goes on, the next one waits for it."] : []),
    ...(overlap === "allow" ? ["A new run starts also while the last one goes on."] : []),
    ...(catchUp === "none" ? ["What was missed is not caught up."] : []),
  ].join(" ");
}
