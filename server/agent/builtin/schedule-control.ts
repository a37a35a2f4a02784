import type { Json } from "#server/core/json.ts";
import { describeSchedule } from "#server/core/schedule-words.ts";
import { daysSaid, type SaidDays } from "./dates-said.ts";
import type { Decision } from "./decide.ts";
import type { ScheduleTalk } from "./schedule-talk.ts";
import { dayNumbers } from "./weekdays.ts";

type Deed = "pause" | "resume" | "remove" | "stop";

const SCHEDULE =
  "(?:the |that |this |its |our |my |all |both |der |den |die |dem |diesen |el |la |los |le |les )?(?:(?:\\p{L}+day|daily|weekly|monthly|hourly|weekday|other|first|second|last) )?(?:schedules?|scheduling|scheduled runs?|zeitpl[aä]ne?|horarios?|programaciones|programación|plannings?|planification|calendrier)(?: (?:number )?\\d+)?";
const IT =
  "(?:the (?:\\p{L}+day|daily|weekly|monthly|hourly) (?:ones?|runs?)|it|this|that|them|both|everything|all of them|the (?:agent|plan|runs?|whole thing)|es|ihn|das|sie|die läufe|lo|le|la|ça|tout)";
const OBJECT = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SCHEDULE}|${IT})(?![\\p{L}\\p{N}])`, "iu");
const NAMES_SCHEDULE = new RegExp(`(?<!\\p{L})${SCHEDULE}(?!\\p{L})`, "iu");
const FILLER =
  /(?<!\p{L})(?:for now|for the time being|right now|now|again|by itself|automatically|wieder|vorerst|jetzt|mal|de nuevo|por ahora|ahora|maintenant|à nouveau|pour l'instant|any ?more|any longer|mehr|please|just|so that it|only)(?!\p{L})/giu;
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

function deedOf(text: string, talk: ScheduleTalk): Decision | null {
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
  if (!isNamed && !isDated && !isAboutSchedules(deed, talk)) return null;
  if (days === null) {
    return isNamed && deed === "pause"
      ? replied(
          `Which days should it pause? Say for example "pause the schedule from 1 to 15 August", or "pause the schedule" until you resume it.`,
        )
      : null;
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
  if (schedules.length === 0)
    return replied('There is no schedule. Say for example "run it every weekday at 9" to set one.');
  const meant = schedulesMeant(object, talk);
  if (meant === null) return replied(askWhich(talk));
  const action = deed === "stop" ? "pause" : deed;
  return {
    calls: meant.map((schedule) => ({
      name: "set_schedule",
      input: { action, schedule, words: wordsOf(deed, days), ...dates },
    })),
    reply: "",
  };
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

const MEETING =
  /(?<!\p{L})(?:overlap\w*|at the same time|still (?:going|running|busy|on|under way)|not (?:over|finished|done) yet|(?:last|previous|earlier|running|other) run|(?:last|previous) one|in parallel|noch läuft|letzte lauf|überlapp\p{L}*|todavía (?:corre|está)|ejecución anterior|encore en cours|exécution précédente)(?!\p{L})/iu;
const QUEUE =
  /(?<!\p{L})(?:queue[sd]?|queue (?:it|them)|line (?:it|them) up|wait for (?:the|its) (?:last|previous|other) (?:run|one)|after (?:it|the last one)|warte\p{L}*|einreihen|reihe|en cola|encola\p{L}*|file d'attente|à la suite)(?!\p{L})/iu;
const ALLOW =
  /(?<!\p{L})(?:allow|let (?:them|runs|it) (?:overlap|run)|may overlap|can overlap|start (?:it )?anyway|anyway|even (?:if|when)|trotzdem|auch wenn|aunque|permite|même si|quand même)(?!\p{L})/iu;
const SKIP =
  /(?<!\p{L})(?:skip\p{L}*|leave (?:it|that one) out|überspring\p{L}*|auslassen|omit\p{L}*|saute[zr]?|ignore[zr]?)(?!\p{L})/iu;
const NEGATED =
  /(?<!\p{L})(?:do not|don't|never|no|not|without|instead of|rather than|nicht|no|ne|statt)(?: \p{L}+){0,2}? (?:skip\p{L}*|leave)|skip\p{L}* nothing|nicht überspring\p{L}*|ne (?:le |la )?saute pas/iu;
const CAUGHT_UP =
  /(?<!\p{L})(?:catch(?:ing)?(?:[- ]| it | them )up|caught up|make up for|missed (?:runs?|ones?|slots?|times?)|nachhol\p{L}*|verpasst\p{L}*|recupera\p{L}*|rattrape[zr]?)(?!\p{L})/iu;
const NO = /(?<!\p{L})(?:not?|don't|never|without|nicht|keine?n?|pas)(?!\p{L})|n't(?!\p{L})/iu;

/** What happens where a slot comes while the last run goes on, and to slots that were missed. */
function meetingOf(text: string, talk: ScheduleTalk): Decision | null {
  if (/\bsteps?\b|\d/i.test(text) && !NAMES_SCHEDULE.test(text)) return null;
  const setting = settingMeant(text, talk);
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

function settingMeant(text: string, talk: ScheduleTalk): { [field: string]: Json } | null {
  if (CAUGHT_UP.test(text)) return { catchUp: NO.test(text) ? "none" : "latest" };
  const isOfRuns = MEETING.test(text) || (talk.isSpokenOf && /\b(?:them|runs?|it)\b/i.test(text));
  if (!isOfRuns && !/\bqueue (?:the )?runs\b/i.test(text)) return null;
  if (QUEUE.test(text)) return { overlap: "queue" };
  if (ALLOW.test(text)) return { overlap: "allow" };
  if (NEGATED.test(text)) return { overlap: "queue" };
  return SKIP.test(text) ? { overlap: "skip" } : null;
}

export function called(input: { [field: string]: Json }): Decision {
  return { calls: [{ name: "set_schedule", input }], reply: "" };
}

export function replied(reply: string): Decision {
  return { calls: [], reply };
}
