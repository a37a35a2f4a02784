import { tool } from "ai";
import { setScheduleInputSchema } from "#server/core/edit-schema-schedule.ts";
import {
  type ProposedSchedule,
  proposedSchedule,
  type ScheduleFacts,
} from "#server/core/proposed-schedule.ts";
import { localTime, pauseWords } from "#server/core/schedule-state.ts";
import { cronRunInputWarning } from "#server/core/trigger-warnings.ts";
import type { TriggerWarning } from "#server/core/trigger-views.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";
import { proposeCard, refuseCard } from "#server/agent/turn-proposal.ts";
import { triggerWarnings, warningLines } from "#server/agent/trigger-warning-lines.ts";

const FIRES_TOLD = 3;

export function setScheduleTool(turn: Turn) {
  return tool({
    description: "Propose a schedule of runs, or a change of one: a card. May go with a change.",
    inputSchema: toolSchema(setScheduleInputSchema),
    strict: true,
    execute: async (given) => {
      const call = setScheduleInputSchema.parse(given);
      const proposed = proposedSchedule(call, turn.state);
      if (!proposed.ok) return refuseCard(turn, "set_schedule", proposed.error);
      const schedule = { ...proposed.value, warnings: warningsOf(turn, proposed.value) };
      proposeCard(turn, { type: "schedule", ...schedule });
      const isAssumed = schedule.scheduleId === undefined && call.timezone === null;
      return cardWords(schedule, turn.state, isAssumed);
    },
  });
}

function warningsOf(turn: Turn, { input, enabled, remove, warnings }: ProposedSchedule): TriggerWarning[] {
  if (remove || !enabled) return [];
  const plan = turn.happened.change?.plan ?? turn.state.current?.plan;
  const unread = plan === undefined ? null : cronRunInputWarning(plan, input);
  return triggerWarnings(turn, [...warnings, ...(unread === null ? [] : [unread])]);
}

function cardWords(
  schedule: ProposedSchedule,
  { schedules, now }: Turn["state"],
  isZoneAssumed: boolean,
): string {
  const { scheduleId, remove, words, cron, timezone, overlap, catchUp, nextFireTimes, warnings } = schedule;
  const what = remove
    ? "taking the schedule away"
    : scheduleId === undefined
      ? "the schedule"
      : "the changed schedule";
  const pause = remove ? "" : pauseWords(schedule, now);
  const fires = nextFireTimes.slice(0, FIRES_TOLD).map((at) => localTime(at, timezone));
  return [
    `A card for ${what} is shown: ${words}; cron ${cron}.`,
    ...(remove ? [] : [`Overlap ${overlap}, catch-up ${catchUp}.`]),
    ...(pause === "" ? [] : [`It will be ${pause}.`]),
    ...pauseGone(schedule, schedules, now),
    ...(fires.length > 0 ? [`Next: ${fires.join("; ")}.`] : []),
    ...(isZoneAssumed ? [`No zone was said: ${timezone} is assumed.`] : []),
    ...warningLines(warnings),
    "Nothing is stored yet: it takes effect when the person confirms the card.",
  ].join("\n");
}

// A schedule has one pause: a new one takes the place of the one that stands.
function pauseGone(
  { scheduleId, remove, pausedFrom, pausedUntil }: ProposedSchedule,
  schedules: readonly ScheduleFacts[],
  now: Date,
): string[] {
  const before = schedules.find((item) => item.scheduleId === scheduleId);
  const isKept = before?.pausedFrom === pausedFrom && before.pausedUntil === pausedUntil;
  if (before === undefined || remove || pausedFrom === null || isKept) return [];
  const words = pauseWords({ ...before, enabled: true }, now);
  return words === "" ? [] : [`It is ${words} so far: that pause goes, as a schedule has one.`];
}
