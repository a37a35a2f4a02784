import type { Decision } from "./decide.ts";
import { DAY } from "./weekdays.ts";

const RUN =
  "(?:run|start|execute|launch|trigger|schedule|repeat|make) (?:it|this|that|the (?:plan|agent|whole thing)|everything)(?: run)?";
const REPEATS =
  "(?:only |at [\\w:]+ )?(?:every|each|daily|hourly|weekly|monthly|yearly|on|between|from|twice|once|\\d+ times|jeden|jede|alle|täglich|cada|todos|chaque|tous)";
const LOOKS_SO = new RegExp(
  `^(?:(?:please|and|also|can you|could you)[\\s,]+)*(?:${RUN}|${REPEATS})(?!\\p{L}).*(?<!\\p{L})(?:${DAY}|minutes?|hours?|days?|weeks?|weekdays?|weekends?|months?|years?|tage?|stunden?|minuten|días?|horas?|jours?|heures?|\\d{1,2}:\\d\\d|at \\d{1,2})(?!\\p{L})`,
  "iu",
);

/** The decision, with the right reason where a message that is not understood says when to run. */
export function withScheduleUnread(decision: Decision, message: string): Decision {
  const isLost =
    decision.calls.length === 0 && /^(?:I did not understand|No step of this plan fits)/.test(decision.reply);
  if (!isLost || !LOOKS_SO.test(message) || /\bsteps?\b/i.test(message)) return decision;
  const said = message.trim().replace(/[.!\s]+$/, "");
  return {
    ...decision,
    reply: `I did not understand the time of a schedule in "${said.length > 120 ? `${said.slice(0, 119)}…` : said}", so nothing was proposed. I read times such as "run it every weekday at 9", "run it every 15 minutes between 9 and 17" and "run it on the last Friday of the month at 18:00", and a cron of five fields: "run it with the cron 0 */2 * * 0".`,
  };
}
