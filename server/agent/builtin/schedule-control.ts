import type { Json } from "#server/core/json.ts";
import { pauseWords } from "#server/core/schedule-state.ts";
import { describeSchedule } from "#server/core/schedule-words.ts";
import { daysSaid, type SaidDays } from "./dates-said.ts";
import type { Decision } from "./decide.ts";
import { meetingMeant } from "./schedule-meeting.ts";
import type { ScheduleTalk } from "./schedule-talk.ts";
import { isOfTime, pauseUnread } from "./pause-unread.ts";
import { dayNumbers } from "./weekdays.ts";

const NO_SCHEDULE = 'There is no schedule. Say for example "run it every weekday at 9" to set one.';

type Deed = "pause" | "resume" | "remove" | "stop";

const SCHEDULE =
  "(?:the |that |this |its |our |my |all |both |der |den |die |dem |diesen |el |la |los |le |les )?(?:(?:\\p{L}+day|daily|weekly|monthly|hourly|weekday|other|first|second|last) )?(?:schedules?|scheduling|scheduled runs?|zeitpl[aä]ne?|horarios?|programaciones|programación|plannings?|planification|calendrier)(?: (?:number )?\\d+)?";
const IT =
  "(?:the (?:\\p{L}+day|daily|weekly|monthly|hourly) (?:ones?|runs?)|it|this|that|them|both|everything|all of them|the (?:agent|plan|runs?|whole thing)|es|ihn|das|sie|die läufe|lo|le|la|ça|tout)";
const OBJECT = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SCHEDULE}|${IT})(?![\\p{L}\\p{N}])`, "iu");
const NAMES_SCHEDULE = new RegExp(`(?<!\\p{L})${SCHEDULE}(?!\\p{L})`, "iu");
const FILLER =
  /(?<!\p{L})(?:for now|for the time being|right now|now|again|by itself|automatically|wieder|vorerst|jetzt|mal|de nuevo|por ahora|ahora|maintenant|à nouveau|pour l'instant|any ?more|any longer|mehr|please|just|so that it|only|also|too|as well|additionally|in addition|instead|auch|zusätzlich|también|además|aussi)(?!\p{L})/giu;
const DEEDS: [Deed, RegExp][] = [
  [
    "remove",
    /^(?:delete|remove|cancel|drop|get rid of|clear|scrap|lösche?|entferne?|elimina|borra|quita|supprime[zr]?|annule[zr]?)(?!\p{L})|(?<!\p{L})(?:löschen|entfernen)$|^unschedule(?!\p{L})/iu,
  ],
  [
    "resume",
    /^(?:resume|un-?pause|re-?activate|continue|re-?enable|enable|(?:turn|switch)(?= .* on$| on)|restart|nimm|setz(?:e)?(?= .* fort)|reanuda(?:r)?|reactiva|activa|reprend[sz]?|reprenez|relance|réactive[zr]?)(?=\P{L}|lo\b|$)|(?<!\p{L})(?:fortsetzen|wieder aufnehmen|aktivieren)$/iu,
  ],
  [
    "stop",
    /^(?:stop|turn off|switch off|(?:turn|switch)(?= .* off$)|disable|de-?activate|halt|end|stoppe?|schalte(?= .* (?:aus|ab)$)|deaktivieren?|beende|detén|para|desactiva|arrête[zr]?|désactive[zr]?)(?=\P{L}|lo\b|$)|(?<!\p{L})(?:stoppen|abschalten|ausschalten)$/iu,
  ],
  [
    "pause",
    /^(?:pause|suspend|hold|put(?= .* on hold)|skip|(?:do not|don't|no) (?:runs?|start|fire)|pausiere?|setze?(?= .* aus(?!\p{L}))|pausa|suspende|suspends|suspendez|mets|mettez|mettre)(?=\P{L}|-|lo\b|r\b|$)|(?<!\p{L})(?:pausieren|aussetzen)$|^páusa?(?:lo|la)?(?!\p{L})|^suspénde(?:lo|la)(?!\p{L})/iu,
  ],
];
const REST_OF_VERB =
  /(?<!\p{L})(?:on hold|off|on|aus|ab|ein|an|fort|auf|en pause|en pausa)(?!\p{L})|(?<=^|\s)-?(?:le|la|lo)(?=\s|$)/giu;

/** Pausing, resuming, stopping and taking away, and what happens to runs that meet. */
export function controlOf(text: string, talk: ScheduleTalk): Decision | null {
  return meetingOf(text, talk) ?? deedOf(text, talk);
}

/** Pausing, resuming, stopping and taking away. */
export function deedOf(text: string, talk: ScheduleTalk): Decision | null {
  const found = DEEDS.find(([, pattern]) => pattern.test(text));
  if (!found) return null;
  const [deed, pattern] = found;
  const object = OBJECT.exec(text.replace(pattern, " "))?.[0] ?? "";
  const isNamed = NAMES_SCHEDULE.test(object) || /^unschedule/i.test(text);
  const left = text
    .replace(pattern, " ")
    .replace(object, " ")
    .replace(FILLER, " ")
    .replace(/(?<=^|\s)-(?=\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const today = localDateOf(talk);
  const days =
    daysIn(left, today) ?? daysIn(left.replace(REST_OF_VERB, " ").replace(/\s+/g, " ").trim(), today);
  // "Stop it" may be said of a step; days are only said of a schedule.
  const isDated = days !== null && days !== "none" && object !== "";
  const isUnread = days === null && deed === "pause" && object !== "" && !talk.isOfPlan && isOfTime(left);
  if (!isNamed && !isDated && !isUnread && !isAboutSchedules(deed, talk)) return null;
  if (days === null) {
    if (!isUnread && !(isNamed && deed === "pause")) return null;
    return talk.schedules.length === 0 && talk.card === null
      ? replied(NO_SCHEDULE)
      : replied(pauseUnread(left));
  }
  if (days !== "none" && (deed === "resume" || deed === "remove")) return null;
  return carriedOut(deed, object, days, talk);
}

// What is paused or resumed is mostly the schedule, where there is one.
function isAboutSchedules(deed: Deed, { schedules, isSpokenOf }: ScheduleTalk): boolean {
  return isSpokenOf || (schedules.length > 0 && deed !== "remove");
}

function daysIn(text: string, today: string): SaidDays | "none" | null {
  return text === "" ? "none" : daysSaid(text, today);
}

function localDateOf({ now, timezone, schedules }: ScheduleTalk): string {
  const zone = schedules[0]?.timezone ?? timezone;
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(now);
}

function carriedOut(deed: Deed, object: string, days: SaidDays | "none", talk: ScheduleTalk): Decision {
  const { schedules, card } = talk;
  const dates: { [field: string]: Json } =
    days === "none" ? {} : { pausedFrom: days.first, pausedUntil: days.last };
  if (schedules.length === 0 && card !== null) {
    if (deed === "pause" && days !== "none") return called({ ...card, ...dates });
    return replied("That card is not confirmed, so nothing is scheduled: leave it, and nothing happens.");
  }
  if (schedules.length === 0) return replied(NO_SCHEDULE);
  const meant = schedulesMeant(object, talk);
  if (meant === null) return replied(askWhich(talk));
  const lost = deed === "pause" && days !== "none" && talk.isBeside ? pauseLost(meant, talk) : null;
  if (lost !== null) return replied(lost);
  const action = deed === "stop" ? "pause" : deed;
  return {
    calls: meant.map((schedule) => ({
      name: "set_schedule",
      input: { action, schedule, words: wordsOf(deed, days), ...dates },
    })),
    reply: "",
  };
}

// A schedule has one pause: another beside it would end it.
function pauseLost(meant: readonly number[], { schedules, now }: ScheduleTalk): string | null {
  const paused = meant.flatMap((number) => {
    const schedule = schedules[number - 1];
    const words = schedule === undefined ? "" : pauseWords(schedule, now);
    return words.startsWith("paused") ? [words] : [];
  });
  const [words] = paused;
  return words === undefined
    ? null
    : `The schedule is ${words} already, and a schedule has one pause, so another one cannot come beside it. Leave out "also" to set the new one in its place, or give one first and one last day for both.`;
}

function wordsOf(deed: Deed, days: SaidDays | "none"): string {
  if (days === "none") return deed;
  return `${deed} ${[days.first, days.last].filter((date) => date !== null).join(" to ")}`;
}

/** Numbers of the schedules that words stand for; null when they could be any. */
export function schedulesMeant(object: string, { schedules }: ScheduleTalk): number[] | null {
  if (schedules.length === 1) return [1];
  const number = /\d+/.exec(object)?.[0];
  if (number !== undefined) return [Number(number)];
  if (/\b(?:all|both|everything|them|schedules|alle|beide|todos|tous)\b/i.test(object))
    return schedules.map((_item, index) => index + 1);
  const place = ["first", "second", "third"].findIndex((word) =>
    new RegExp(`\\b${word}\\b`, "i").test(object),
  );
  if (place >= 0) return [place + 1];
  if (/\blast\b/i.test(object)) return [schedules.length];
  const day = dayNumbers(object);
  const ofDay = schedules.flatMap(({ cron }, index) =>
    day !== "" && (cron.split(" ")[4] ?? "").split(/[,#L]/).includes(day) ? [index + 1] : [],
  );
  return ofDay.length === 1 ? ofDay : null;
}

export function askWhich({ schedules }: ScheduleTalk): string {
  const listed = schedules.map((item, index) => `schedule ${index + 1}: ${describeSchedule(item)}`);
  return `Which schedule do you mean: ${listed.join("; ")}? Say its number.`;
}

/** What happens where a slot comes while the last run goes on, and to slots that were missed. */
function meetingOf(text: string, talk: ScheduleTalk): Decision | null {
  if (/\bsteps?\b|\d/i.test(text) && !NAMES_SCHEDULE.test(text)) return null;
  const setting = meetingMeant(text, talk.isSpokenOf);
  if (setting === null) return null;
  if (talk.schedules.length === 0 && talk.card !== null) return called({ ...talk.card, ...setting });
  if (talk.schedules.length === 0)
    return NAMES_SCHEDULE.test(text)
      ? replied("There is no schedule yet, so no runs of one can meet.")
      : null;
  const meant = schedulesMeant(OBJECT.exec(text)?.[0] ?? "", talk);
  if (meant === null) return replied(askWhich(talk));
  return {
    calls: meant.map((schedule) => ({
      name: "set_schedule",
      input: { action: "set", schedule, words: text.slice(0, 200), ...setting },
    })),
    reply: "",
  };
}

export function called(input: { [field: string]: Json }): Decision {
  return { calls: [{ name: "set_schedule", input }], reply: "" };
}

export function replied(reply: string): Decision {
  return { calls: [], reply };
}
