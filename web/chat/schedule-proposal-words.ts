import type { DataParts } from "#server/core/conversation.ts";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import { CATCH_UP_CHOICES, OVERLAP_CHOICES } from "#web/triggers/schedule-draft.ts";
import { pauseText } from "#web/triggers/schedule-words.ts";

export type ScheduleProposalData = Extract<DataParts["proposal"], { type: "schedule" }>;
export type ScheduleFact = { name: string; value: string; isCode?: boolean; before?: string };
type Settings = Omit<ScheduleProposalData, "type" | "scheduleId" | "remove" | "warnings" | "nextFireTimes">;

/** Exactly what is sent when a person confirms. */
export function proposedSettings(proposal: ScheduleProposalData): Omit<Settings, "words"> {
  const { cron, timezone, overlap, catchUp, input, enabled, pausedFrom, pausedUntil } = proposal;
  return { cron, timezone, overlap, catchUp, input, enabled, pausedFrom, pausedUntil };
}

/** What will be stored, and of a change what it was before. */
export function scheduleFacts(proposal: ScheduleProposalData, existing: ScheduleView | null): ScheduleFact[] {
  const now = factsOf(proposal);
  const before = existing && factsOf(existing);
  return now
    .map((fact, index) => {
      const old = before?.[index]?.value;
      return old === undefined || old === fact.value ? fact : { ...fact, before: old };
    })
    .filter((fact) => fact.value !== NONE || fact.before !== undefined);
}

const NONE = "none";

function factsOf(schedule: Settings): ScheduleFact[] {
  const { words, cron, overlap, catchUp, input, enabled } = schedule;
  const pause = pauseText(schedule);
  return [
    { name: "When", value: words },
    { name: "Cron", value: cron, isCode: true },
    { name: "Run before still going", value: labelOf(OVERLAP_CHOICES, overlap) },
    { name: "After a downtime", value: labelOf(CATCH_UP_CHOICES, catchUp) },
    { name: "Run input", value: input === null ? NONE : JSON.stringify(input), isCode: input !== null },
    { name: "Paused", value: enabled ? (pause ?? NONE) : "until you resume it" },
  ];
}

function labelOf(choices: readonly { value: string; label: string }[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

/** Whether a schedule stands as proposed. */
export function isAsProposed(proposal: ScheduleProposalData, schedule: ScheduleView): boolean {
  const proposed = proposedSettings(proposal);
  const isEqual = (name: "cron" | "timezone" | "overlap" | "catchUp" | "enabled") =>
    proposed[name] === schedule[name];
  return (
    isEqual("cron") &&
    isEqual("timezone") &&
    isEqual("overlap") &&
    isEqual("catchUp") &&
    isEqual("enabled") &&
    instant(proposed.pausedFrom) === instant(schedule.pausedFrom) &&
    instant(proposed.pausedUntil) === instant(schedule.pausedUntil) &&
    JSON.stringify(proposed.input) === JSON.stringify(schedule.input)
  );
}

function instant(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

export type ScheduleProposalWords = { title: string; confirm: string; done: string; failure: string };

/** What the card is called, what its button says, and what it says once that is done. */
export function scheduleProposalWords(
  proposal: ScheduleProposalData,
  existing: ScheduleView | null,
): ScheduleProposalWords {
  if (proposal.remove) {
    return {
      title: "Delete this schedule",
      confirm: "Delete it",
      done: "Deleted.",
      failure: "The schedule was not deleted.",
    };
  }
  if (proposal.scheduleId === undefined) {
    return {
      title: "A new schedule",
      confirm: "Set the schedule",
      done: "Set.",
      failure: "The schedule was not set.",
    };
  }
  const isDone = existing !== null && isAsProposed(proposal, existing);
  const wasOff = existing !== null && !isDone && (!existing.enabled || existing.pausedFrom !== null);
  const isOff = !proposal.enabled || proposal.pausedFrom !== null;
  const failure = "The schedule stays as it is.";
  if (isOff && !wasOff) return { title: "Pause this schedule", confirm: "Pause it", done: "Done.", failure };
  if (!isOff && wasOff)
    return { title: "Resume this schedule", confirm: "Resume it", done: "Done.", failure };
  return { title: "Change this schedule", confirm: "Save the change", done: "Changed.", failure };
}
