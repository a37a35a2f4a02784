import type { Json } from "#server/core/json.ts";
import { describeSchedule } from "#server/core/schedule-words.ts";
import type { Decision } from "./decide.ts";
import { type SaidSchedule, scheduleIn } from "./schedule.ts";
import { askWhich, called, replied } from "./schedule-control.ts";
import { cronTimes, TIMES } from "./further-times.ts";
import { exactlySaid } from "./schedule-exact.ts";
import { type Placed, takePlace } from "./schedule-place.ts";
import type { ScheduleTalk } from "./schedule-talk.ts";
import { TIME, timeIn } from "./time-of-day.ts";

type Mode = "beside" | "instead" | null;

const BESIDE =
  /(?<!\p{L})(?:too|also|as well|in addition|additionally|on top(?: of that)?|besides|auch|zusätzlich|außerdem|también|además|aussi|en plus)(?!\p{L})[\s,]*/giu;
const INSTEAD =
  /(?<!\p{L})(?:instead(?: of (?:that|it|this|\S+(?: o'clock)?))?|from now on|stattdessen|ab jetzt|en su lugar|en vez de eso|à la place|désormais)(?!\p{L})[\s,]*/giu;
const CHANGE =
  /^(?:(?:change|switch|set|move|shift|reschedule|ändere?|verschiebe?|leg|stell|cambia|mueve|change[zr]?|déplace[zr]?)(?!\p{L})(?: (?:it|this|that|the (?:schedule|time|run|runs|plan)|den zeitplan|die zeit|es|lo|el horario|la hora|le planning|l'heure|le)(?!\p{L}))?(?: (?:to|auf|a|à|for|back to|forward to|so that it runs))?|make (?:it|that|the schedule)(?: run)?|no,?|rather,?|better,?|mach(?:e)?(?: es)?|hazlo|ponlo|fais-le|mets-le|lieber)\s+/iu;
const RUN_IT =
  /^(?:(?:run|start|schedule|execute|do|trigger|launch|repeat|set|let|have|make|lass|führe?|starte?|lauf|ejecuta|ejecútalo|lánzalo|inicia|lance|lance-le|exécute|exécute-le|démarre|démarre-le)(?!\p{L})[\s-]*)?(?:(?:it|this|that|the (?:plan|agent|whole thing)|everything|es|ihn|den plan|das|lo|le|la|el plan|le plan|ça)(?!\p{L})\s*)?(?:(?:should|must|soll|debe|doit)\s+)?(?:to\s+)?(?:(?:run|start|happen|laufen|starten|ausführen|aus|ejecutarse|tourner|s'exécuter)(?!\p{L})\s*)?(?:(?:to|at|for|schedule:?|runs?:?|zeitplan:?)\s*)?$/iu;
const BARE_TIME = new RegExp(`^(?:(?:to|for|run|at|um|a las?|à)\\s+)?${TIME}$`, "iu");
const BARE_TIMES = new RegExp(`^(?:(?:to|for|run|at|um|a las?|à)\\s+)?${TIMES}$`, "iu");
const BARE_NUMBER = /^(?:every )?(\d{1,2})(?: ?(min(?:ute)?s?|hours?|h))?$/i;

/** A schedule that is set, or set to another time, by a message that is about nothing else. */
export function settingOf(text: string, talk: ScheduleTalk): Decision | null {
  const mode: Mode = text.search(INSTEAD) >= 0 ? "instead" : text.search(BESIDE) >= 0 ? "beside" : null;
  const bare = text
    .replace(INSTEAD, " ")
    .replace(BESIDE, " ")
    .replace(/\s+/g, " ")
    .replace(/[\s,]+$/, "")
    .trim();
  const isChange = CHANGE.test(bare);
  const core = bare.replace(CHANGE, "").trim();
  const exact = exactlySaid(core, talk);
  if (exact?.type === "reply" && RUN_IT.test(exact.rest)) return exact.decision;
  const said = exact?.type === "schedule" ? exact.said : scheduleIn(core);
  if (said !== null && RUN_IT.test(said.rest)) {
    if (said.unclear !== null) return replied(said.unclear);
    if ((isChange || mode === "instead") && (talk.card !== null || talk.schedules.length > 0))
      return changed(said, talk);
    return newSchedule(said, mode, talk);
  }
  if (!isChange && mode !== "instead" && !talk.isSpokenOf) return null;
  if (
    !talk.isSpokenOf &&
    !/\bschedule|\btime\b|o'clock|zeitplan|horario|planning|\d:\d\d|\d ?[ap]m\b|^(?:.* )?(?:at|um|a las|à) /iu.test(
      bare,
    )
  )
    return null;
  return otherTime(core, talk);
}

function newSchedule(said: SaidSchedule, mode: Mode, talk: ScheduleTalk): Decision {
  if (said.cron === null)
    return replied(`"${said.words}" names no time that repeats. At what time and how often should it run?`);
  if (!said.isTimed) return replied(`At what time should it run "${said.words}"? No time was said.`);
  if (mode === null && talk.schedules.length > 0) return replied(besideOrInstead(said.words, talk));
  const calls = [said.cron, ...said.more].map((cron) => ({
    name: "set_schedule",
    input: { cron, timezone: said.timezone, words: said.words },
  }));
  return { calls, reply: "" };
}

/** What to ask where a new time could take the place of the old one. */
export function besideOrInstead(words: string, { schedules }: Pick<ScheduleTalk, "schedules">): string {
  const standing = schedules.map((item) => describeSchedule(item)).join("; ");
  return `There is a schedule already: ${standing}. Should "${words}" take its place, or come beside it? Say "run it ${words} instead" or "run it ${words} too".`;
}

function changed(said: SaidSchedule, talk: ScheduleTalk): Decision {
  const base = baseOf(talk);
  if (base === null) return replied(askWhich(talk));
  if (said.cron === null) return replied(`"${said.words}" names no time that repeats.`);
  if (said.more.length > 0) return replied(manyTimes(said.words));
  const [minute, hour] = base.cron.split(" ");
  const [, , ...days] = said.cron.split(" ");
  // "Make it Fridays" leaves the time of day as it is.
  const cron = said.isTimed ? said.cron : [minute, hour, ...days].join(" ");
  return called({
    ...base.input,
    cron,
    words: said.words,
    ...(said.timezone !== null && { timezone: said.timezone }),
  });
}

function manyTimes(words: string): string {
  return `One schedule has one minute of the hour, so "${words}" needs two. Nothing was proposed: change this one to one of the times, then say "run it … too" for the other.`;
}

type Base = { cron: string; input: { [field: string]: Json } };

/** What is changed: the card that was shown last, by its number once it is stored, else the only schedule. */
function baseOf({ card, schedules }: ScheduleTalk): Base | null {
  if (card !== null && typeof card["cron"] === "string") {
    const stored = schedules.findIndex(({ cron }) => cron === card["cron"]);
    if (stored >= 0) return { cron: card["cron"], input: { action: "set", schedule: stored + 1 } };
    return { cron: card["cron"], input: card };
  }
  const number =
    typeof card?.["schedule"] === "number" ? card["schedule"] : schedules.length === 1 ? 1 : null;
  const found = number === null ? undefined : schedules[number - 1];
  return found === undefined ? null : { cron: found.cron, input: { action: "set", schedule: number } };
}

function otherTime(core: string, talk: ScheduleTalk): Decision | null {
  const placed = takePlace(`0 ${core}`) ?? barePlace(core);
  const isPlaceOnly =
    placed !== null && /^0?\s*(?:in|use|time|with|by)?\s*$/i.test(placed.text.replace(/^0/, ""));
  const number = BARE_NUMBER.exec(core);
  const times = BARE_TIMES.test(placed?.text.replace(/^0 ?/, "") ?? core) ? cronTimes(core) : null;
  const reads =
    isPlaceOnly ||
    times !== null ||
    number !== null ||
    BARE_TIME.test(placed?.text.replace(/^0 ?/, "") ?? core);
  if (!reads) return null;
  const base = baseOf(talk);
  if (base === null) return talk.schedules.length > 0 ? replied(askWhich(talk)) : null;
  if (placed?.unclear) return replied(placed.unclear);
  const zone: { [field: string]: Json } = placed?.timezone ? { timezone: placed.timezone } : {};
  if (isPlaceOnly) return called({ ...base.input, words: core, ...zone });
  if (times !== null && times.unclear !== null) return replied(times.unclear);
  if (times !== null && times.times.length > 1) return replied(manyTimes(core));
  const [, , ...days] = base.cron.split(" ");
  const isEachDay = /^\d+ [\d,]+ /.test(base.cron);
  const several = times === null || !isEachDay ? null : [...times.times, ...days].join(" ");
  const cron = times === null ? withTime(base.cron, core, number) : several;
  if (cron === null)
    return replied(
      `What should be ${core}: it runs at "${base.cron}" now. Say the whole time, such as "make it every weekday at ${core}".`,
    );
  return called({ ...base.input, cron, words: core, ...zone });
}

// Words that only begin with a capital are any words; what is written as a zone is one, even misspelt.
function barePlace(core: string): Placed | null {
  const placed = takePlace(`0 in ${core}`);
  if (placed === null || placed.unclear === null) return placed;
  return /^\p{Lu}[\p{L}_-]+\/\p{L}[\p{L}_/-]+$/u.test(core) ? placed : null;
}

function withTime(cron: string, core: string, number: RegExpExecArray | null): string | null {
  const [minute = "", hour = "", ...days] = cron.split(" ");
  const count = Number(number?.[1]);
  const step = /^\*\/\d+$/;
  if (number !== null && step.test(minute))
    return count > 0 && 60 % count === 0 ? [`*/${count}`, hour, ...days].join(" ") : null;
  if (number !== null && step.test(hour))
    return count > 0 && 24 % count === 0 ? [minute, `*/${count}`, ...days].join(" ") : null;
  const time = /^\d+$/.test(minute) && /^\d+$/.test(hour) ? timeIn(core) : null;
  return time === null ? null : [time, ...days].join(" ");
}
