import type { Json } from "#server/core/json.ts";
import { err, ok, type Result } from "#server/core/result.ts";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import { parseInput } from "#web/run/parse-input.ts";

type Overlap = ScheduleView["overlap"];
type CatchUp = ScheduleView["catchUp"];

/** A schedule as it stands in its form. */
export type ScheduleDraft = {
  cron: string;
  timezone: string;
  overlap: Overlap;
  catchUp: CatchUp;
  /** JSON; empty for none. */
  input: string;
};
export type ScheduleBody = Omit<ScheduleDraft, "input"> & { input: Json | null };

export function scheduleDraft(schedule: ScheduleView | null, timezone: string): ScheduleDraft {
  if (!schedule) return { cron: "0 9 * * 1-5", timezone, overlap: "skip", catchUp: "latest", input: "" };
  const { cron, overlap, catchUp, input } = schedule;
  return {
    cron,
    timezone: schedule.timezone,
    overlap,
    catchUp,
    input: input === null ? "" : JSON.stringify(input, null, 2),
  };
}

/** What is sent, or what is wrong with the input. The server judges the rest. */
export function scheduleBody({ input, ...rest }: ScheduleDraft): Result<ScheduleBody, string> {
  const value = parseInput(input);
  return value.ok
    ? ok({ ...rest, cron: rest.cron.trim(), timezone: rest.timezone.trim(), input: value.value })
    : err(value.error);
}

export const COMMON_CRONS: readonly { cron: string; words: string }[] = [
  { cron: "0 9 * * 1-5", words: "Weekdays at 9" },
  { cron: "0 9 * * *", words: "Every day at 9" },
  { cron: "0 9 * * 1", words: "Mondays at 9" },
  { cron: "0 * * * *", words: "Every hour" },
  { cron: "*/15 * * * *", words: "Every 15 min" },
  { cron: "0 9 1 * *", words: "1st of the month" },
];

export const OVERLAP_CHOICES = [
  {
    value: "skip",
    label: "Skip it",
    hint: "The slot fires nothing. The list of slots says that the run before was still going.",
  },
  {
    value: "queue",
    label: "Wait for it",
    hint: "One slot waits and fires when that run ends. Another one that comes meanwhile is skipped.",
  },
  { value: "allow", label: "Run beside it", hint: "Both run at the same time." },
] as const satisfies readonly { value: Overlap; label: string; hint: string }[];

export const CATCH_UP_CHOICES = [
  {
    value: "latest",
    label: "Fire the latest missed slot once",
    hint: "However long the server was down: one run, for the last slot that it missed. Never for a pause.",
  },
  { value: "none", label: "Fire none of them", hint: "What was missed stays missed, and is listed as that." },
] as const satisfies readonly { value: CatchUp; label: string; hint: string }[];
