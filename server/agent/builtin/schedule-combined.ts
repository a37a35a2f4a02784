import type { Decision } from "./decide.ts";
import { scheduleIn } from "./schedule.ts";
import { deedOf, replied } from "./schedule-control.ts";
import { exactlySaid } from "./schedule-exact.ts";
import { type Meeting, meetingBeside } from "./schedule-meeting.ts";
import { settingOf } from "./schedule-setting.ts";
import type { ScheduleTalk } from "./schedule-talk.ts";

/** A schedule, or a pause of one, and in the same breath what happens to runs that meet or were missed; null for any other message. */
export function combinedOf(text: string, talk: ScheduleTalk): Decision | null {
  for (const { rest, said, meeting } of meetingBeside(text)) {
    if (/\bsteps?\b/i.test(said)) continue;
    const isSchedule = scheduleIn(rest) !== null || exactlySaid(rest, talk) !== null;
    const decision = deedOf(rest, talk) ?? (isSchedule ? settingOf(rest, talk) : null);
    if (decision !== null)
      return meeting === null ? unread(rest, said) : together(decision, meeting, rest, said);
  }
  return null;
}

function unread(rest: string, said: string): Decision {
  return replied(
    `I understood "${rest}", but not "${said}", so nothing was proposed. For a run that comes while the last one goes on I read words such as "skip runs that overlap", "queue runs that overlap" or "allow overlapping runs"; for missed runs "catch up on missed runs" or "skip missed runs".`,
  );
}

function together(decision: Decision, meeting: Meeting, rest: string, said: string): Decision {
  if (decision.calls.length === 0)
    return {
      ...decision,
      reply: `${decision.reply} "${said}" is not set yet: say it again once the schedule is there.`,
    };
  // A card of a schedule that is switched off or on holds nothing else.
  const isWhole = decision.calls.every(
    ({ input }) => !["pause", "resume", "remove"].includes(String(input["action"])) || "pausedFrom" in input,
  );
  if (!isWhole)
    return replied(
      `Nothing was proposed: please say "${rest}" and "${said}" in two messages, the second once the first is confirmed.`,
    );
  return {
    ...decision,
    calls: decision.calls.map((call) => ({ ...call, input: { ...call.input, ...meeting } })),
  };
}
