import { DAY } from "./weekdays.ts";

const OF_TIME = new RegExp(
  `^(?:for|on|in|during|from|until|till|every|each|between|over|at|tomorrow|today|tonight|this|next|the|all|am|im|an|jeden|en|los|cada|le|les|chaque)(?!\\p{L}).*(?:${DAY}|hours?|minutes?|days?|weeks?|weekends?|months?|nights?|mornings?|evenings?|holidays?|january|february|march|april|may|june|july|august|september|october|november|december|stunden?|tage?|horas?|heures?|\\d)(?!\\p{L})`,
  "iu",
);
const REPEATED = /\b(?:every|each|jeden|cada|chaque)\b|(?:days|tags|ends|dis|dimanches)\b|\blos\b/iu;

/** Whether words seem to say when something is, though not as days that one pause can have. */
export function isOfTime(words: string): boolean {
  return OF_TIME.test(words) && !/\b(?:steps?|schritte?|pasos?|étapes?)\b/iu.test(words);
}

/** Why words are no pause of a schedule, and what would be one. */
export function pauseUnread(words: string): string {
  if (words === "") return which("");
  if (/\b(?:hours?|minutes?|mins?|stunden?|minuten|horas?|minutos|heures?)\b/i.test(words))
    return `A schedule pauses for whole days, so "${words}" cannot be a pause. Say "pause the schedule today", or "pause the schedule" and later "resume the schedule".`;
  if (REPEATED.test(words) && !/\b(?:from|between|to|until)\b/i.test(words))
    return `A pause goes from one day to another, so it cannot come back "${words}". Say on which days it should run instead, such as "change the schedule to every Monday and Tuesday at 9".`;
  return which(`A schedule has one pause, from one day to another, and I cannot read "${words}" as one. `);
}

function which(why: string): string {
  return `${why}Which days should it pause? Say for example "pause the schedule from 1 to 15 August", or "pause the schedule" until you resume it.`;
}
