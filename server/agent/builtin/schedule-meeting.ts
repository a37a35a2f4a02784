import type { catchUpSchema, overlapSchema } from "#server/core/trigger.ts";
import type { z } from "zod";

/** What happens to runs that meet, and to those that were missed. */
export type Meeting = { overlap?: z.infer<typeof overlapSchema>; catchUp?: z.infer<typeof catchUpSchema> };

const MEETING =
  /(?<!\p{L})(?:overlap\w*|still (?:going|running|busy|on|under way|runs)|not (?:over|finished|done) yet|(?:last|previous|earlier|running|other) run|(?:last|previous) one|noch läuft|letzte lauf|überlapp\p{L}*|todavía (?:corre|está)|ejecución anterior|encore en cours|exécution précédente)(?!\p{L})/iu;
const QUEUE =
  /(?<!\p{L})(?:queue[sd]?|queue (?:it|them)|queu(?:e)?ing|line (?:it|them) up|wait for (?:the|its) (?:last|previous|other) (?:run|one)|after (?:it|the last one)|warte\p{L}*|einreihen|reihe|en cola|encola\p{L}*|file d'attente|à la suite)(?!\p{L})/iu;
const ALLOW =
  /(?<!\p{L})(?:allow\p{L}*|let (?:them|runs|it) (?:overlap|run)|(?:may|can) (?:overlap|run)|start (?:it )?anyway|anyway|even (?:if|when|while)|trotzdem|auch wenn|aunque|permite|même si|quand même)(?!\p{L})/iu;
const SKIP =
  /(?<!\p{L})(?:skip\p{L}*|leave (?:it|that one) out|überspring\p{L}*|auslassen|omit\p{L}*|saute[zr]?|ignore[zr]?)(?!\p{L})/iu;
const NOT =
  "(?<!\\p{L})(?:do not|don't|never|no|not|without|instead of|rather than|must not|mustn't|should not|shouldn't|may not|cannot|can't|nicht|keine|ne|sin|sans|ohne|statt)(?: (?!if|when)\\p{L}+){0,2}? ";
const NOT_SKIPPED = new RegExp(
  `${NOT}(?:skip\\p{L}*|leave)|skip\\p{L}* nothing|nicht überspring\\p{L}*|ne (?:le |la )?saute pas`,
  "iu",
);
const NOT_ALLOWED = new RegExp(
  `${NOT}(?:allow\\p{L}*|let|overlap\\p{L}*|permit\\p{L}*|start\\p{L}*|run|überlapp\\p{L}*|at the same time|at once|in parallel)(?!\\p{L})`,
  "iu",
);
const CAUGHT_UP =
  /(?<!\p{L})(?:catch(?:ing)?(?:[- ]| it | them )up|caught up|make up for|missed (?:runs?|ones?|slots?|times?)|nachhol\p{L}*|verpasst\p{L}*|recupera\p{L}*|rattrape[zr]?)(?!\p{L})/iu;
const NO = /(?<!\p{L})(?:not?|don't|never|without|nicht|keine?n?|pas|ohne|sin|sans)(?!\p{L})|n't(?!\p{L})/iu;

// "Together" may be said of steps; of runs it is said by their name.
const TOGETHER = /(?<!\p{L})(?:at the same time|at once|in parallel|zugleich|gleichzeitig)(?!\p{L})/iu;
const RUNS =
  /(?<!\p{L})(?:runs(?!\s+(?:it|the|at|in|on))|(?:two|a|an|another|the|second|next|new|last|previous|other|more than one|no) runs?)(?!\p{L})/iu;
const MISSED_LEFT =
  /(?<!\p{L})(?:drop|forget|discard|ignor\p{L}*|lose)(?: about)?(?: the| any| all)? missed(?!\p{L})/iu;
const MISSED_KEPT = new RegExp(`${NOT}(?:drop|forget|discard|ignor\\p{L}*|lose)(?!\\p{L})`, "iu");

/** Whether words are about runs that meet or were missed, whatever they ask for. */
export function isAboutMeeting(text: string): boolean {
  return (
    MEETING.test(text) ||
    CAUGHT_UP.test(text) ||
    OF_RUNS.test(text) ||
    (TOGETHER.test(text) && RUNS.test(text))
  );
}

const OF_RUNS = /\b(?:queue\w*|queuing) (?:the |new |further |all )?runs?\b|\bqueue (?:it|them)\b/i;

/** What words ask to happen to runs that meet or were missed; null when they ask for nothing of the kind. */
export function meetingMeant(text: string, isSpokenOf: boolean): Meeting | null {
  if (CAUGHT_UP.test(text)) {
    if (NOT_SKIPPED.test(text) || MISSED_KEPT.test(text)) return { catchUp: "latest" };
    const isLeft = SKIP.test(text) || MISSED_LEFT.test(text) || NO.test(text);
    return { catchUp: isLeft ? "none" : "latest" };
  }
  const isOfRuns = isAboutMeeting(text) || (isSpokenOf && /\b(?:them|runs?|it)\b/i.test(text));
  if (!isOfRuns) return null;
  if (QUEUE.test(text)) return { overlap: "queue" };
  if (NOT_SKIPPED.test(text)) return { overlap: "queue" };
  const isMet = MEETING.test(text) || TOGETHER.test(text);
  if (isMet && NOT_ALLOWED.test(text) && !/\beven (?:if|when|while)\b/i.test(text))
    return { overlap: "skip" };
  if (ALLOW.test(text)) return { overlap: "allow" };
  return SKIP.test(text) ? { overlap: "skip" } : null;
}

const BREAK =
  /\s*[,;:.!(]\s+(?:(?:and|but|und|aber|y|pero|et|mais)\s+)?|\s*\(|\s+(?:and|but|und|aber|y|pero|et|mais)\s+|\s+[–—-]\s+|\s+(?=(?:with|without|even|if|while|when|ohne|sin|sans|auch|aunque|même)\s)/giu;

/** A text in two: what it says of runs that meet or were missed, in its front or its back, and the rest. */
export type Split = { rest: string; said: string; meeting: Meeting | null };

/** The ways to part what is said of runs that meet from the rest, longest first. */
export function meetingBeside(text: string): Split[] {
  return [...text.matchAll(BREAK)].flatMap(({ index, 0: mark }) => {
    const front = text.slice(0, index).trim();
    const back = text.slice(index + mark.length).trim();
    return [
      { rest: front, said: back },
      { rest: back, said: front },
    ].flatMap(({ rest, said }) =>
      rest !== "" && isAboutMeeting(said) ? [{ rest, said, meeting: allMeant(said) }] : [],
    );
  });
}

// Each clause has to say something of the kind, so that nothing is dropped.
function allMeant(text: string): Meeting | null {
  const whole = meetingMeant(text, false);
  const parts = text
    .split(/\s*[,;.)]+\s*(?:(?:and|but)\s+)?|\s+(?:and|but|und|y|et)\s+/iu)
    .filter((part) => part !== "");
  if (parts.length <= 1) return whole;
  const conditional =
    /^(?:if|when|while|even)\b|^(?:skip|queue|allow|start|drop|ignore) (?:it|them|that one|the next one|the new one)(?: anyway)?$/i;
  const meant = parts.map((part) => meetingMeant(part, conditional.test(part)));
  if (parts.every((part, index) => meant[index] !== null || (conditional.test(part) && isAboutMeeting(part))))
    return meant.some(Boolean) ? Object.assign({}, ...meant) : null;
  return null;
}
