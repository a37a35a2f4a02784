import { readSchedule } from "#server/core/schedule.ts";
import { readTimezone } from "#server/core/schedule-timezone.ts";
import { timezoneOfPlace } from "#server/core/timezone-places.ts";
import type { Decision } from "./decide.ts";
import type { SaidSchedule } from "./schedule.ts";
import { replied } from "./schedule-control.ts";
import type { ScheduleTalk } from "./schedule-talk.ts";
import { timeIn } from "./time-of-day.ts";

const CRON =
  /(?:^|\s)(?:(?:with|using|by|on|at|to) )?(?:(?:the |this |a )?(?:cron(?: expression)?|schedule):? )?["'`“]?(?<cron>[\d*][\d*/,-]*(?: [\d*?][\w*/,?#-]*| [A-Z]{3}[\w,#-]*| LW?){3,6})["'`”]?(?:,? \(?(?:in )?(?<place>\p{Lu}[\p{L}/_-]+(?: \p{Lu}\p{L}+)?)\)?)?$/u;
const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const MONTH = `(?<month>${MONTHS.join("|")})`;
const YEARLY = /(?<!\p{L})(?:(?:every|each|once a) year|yearly|annually)(?!\p{L}),?/iu;
const DATE = new RegExp(
  `(?:^|\\s)(?:on )?(?:the )?(?:(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH.replace("month", "named")} (?<number>\\d{1,2})(?:st|nd|rd|th)?)(?<time>,? (?:at )?[\\w:. ]+)?$`,
  "iu",
);

/** A schedule said by its cron or by one date of the year, or why there is no such schedule; null when neither is said. */
export function exactlySaid(
  text: string,
  talk: ScheduleTalk,
): { type: "schedule"; said: SaidSchedule } | { type: "reply"; decision: Decision; rest: string } | null {
  const found = cronIn(text, talk) ?? dateIn(text);
  if (found === null) return null;
  const { cron, words, rest, zone, isRepeating } = found;
  const reply = (told: string) => ({ type: "reply" as const, decision: replied(told), rest });
  if (zone !== null && !zone.ok) return reply(zone.error);
  const timezone = zone?.value ?? null;
  const read = readSchedule(cron, timezone ?? talk.timezone, talk.now);
  if (!read.ok) return reply(read.error.map(({ message }) => message).join(" "));
  if (!isRepeating)
    return reply(
      `A schedule repeats, so "${words}" would be each year. Say "run it with cron ${cron}" if it should run then every year, or start the run by hand on that day.`,
    );
  return { type: "schedule", said: { cron, more: [], timezone, words, rest, isTimed: true, unclear: null } };
}

function cronIn(text: string, { now }: ScheduleTalk) {
  const found = CRON.exec(text);
  const { cron = "", place } = found?.groups ?? {};
  const isCron = cron.includes("*") || /\bcron\b/i.test(found?.[0] ?? "");
  if (!found || !isCron) return null;
  const named = place === undefined ? null : timezoneOfPlace(place, now);
  const zone = place === undefined ? null : readTimezone(named?.type === "zone" ? named.timezone : place);
  return { cron, words: cron, rest: text.slice(0, found.index).trim(), zone, isRepeating: true };
}

function dateIn(text: string) {
  const isRepeating = YEARLY.test(text);
  const once = text.replace(YEARLY, " ").replace(/\s+/g, " ").trim();
  const found = DATE.exec(once);
  const { day, month, named, number, time } = found?.groups ?? {};
  const at = timeIn((time ?? "").trim());
  if (!found || at === null) return null;
  const cron = `${at} ${Number(day ?? number)} ${MONTHS.indexOf((month ?? named ?? "").toLowerCase()) + 1} *`;
  return { cron, words: found[0].trim(), rest: once.slice(0, found.index).trim(), zone: null, isRepeating };
}
