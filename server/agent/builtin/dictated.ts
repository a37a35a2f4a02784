import { outsideQuotes } from "./plain-words.ts";

/** Where a text begins that the person dictates: a title, a name, a deed, a value. */
const OPENINGS = [
  /\b(?:re-?name|re-?title|re-?label)\b.+?\s(?:to|as|into|=|->)\s+/gi,
  /\b(?:called|named|titled|with the title)\s+/gi,
  /\b(?:title|name)\b[^.;:]*:\s+/gi,
  /\bcall (?:the )?(?:step )?(?:#?\d+|it|that(?: one)?|(?:last|first) step)\s+/gi,
  /\b(?:add|insert|append|create|put in|include|squeeze in)\b[^:]*?(?::\s*|\bsteps?\b[^:]*?(?:\s[-–]\s+|\b(?:that|which|to(?! the (?:end|start|beginning)))\s+))/gi,
  /\b(?:split|break|divide|separate|chop|cut|slice|carve|turn|tear)\b.+?\binto\s+/gi,
  /\b(?:should|must|shall|has to|needs to|could) (?:be|become|turn into)(?: split into)? (?:two|three|four|\d+)\b[^,:–]*?[,:–]\s+/gi,
  /\bmake (?:two|three|four|\d+)\b[^,:–]*? (?:out )?of [^,:–]*?[,:–]\s+/gi,
  /\b(?:split|break|divide|separate|cut|chop)\b[^:]*?(?::|\s[–-])\s+/gi,
  /\b(?:merge|combine|join|fuse)\b.+?\b(?:into|as)\s+/gi,
  /\b(?:title|name|instructions?|path|file|template|expression|url|address|text|message|input)\b.*?\s(?:to|with|be|as)\s+/gi,
  /\b(?:change|replace|set|write|use)\b.+?\s(?:to|with|by)\s+/gi,
  /\b(?:run|plan|job) (?:is|counts as|should count as|shall be) (?:done|finished|completed?|over|successful) (?:only )?(?:when|once|if|as soon as)\s+/gi,
  /^\W*(?:step )?#?\d+\s*:\s*/gi,
];
const CLOSING =
  /(?:[,;.]\s*|\s+)(?:(?:and|then|also|but)\s+)*(?=(?:remove|delete|drop|rename|swap|move|merge|split|make|let|add|insert|run|retry) (?:a |the )?(?:steps?\b|last\b|first\b|\d)|ask me\b|save it\b|undo\b)|\s+(?=(?:after|before|between|behind|in front of)\s+(?:the\s+)?(?:steps?\b|\d|last\b|first\b|everything\b))/i;

/** The parts of a message that are the person's own wording, as places in it. */
export function dictatedSpans(text: string): { from: number; to: number }[] {
  return OPENINGS.flatMap((opening) =>
    [...text.matchAll(opening)].map((found) => {
      const from = found.index + found[0].length;
      const end = CLOSING.exec(text.slice(from));
      return { from, to: end ? from + end.index : text.length };
    }),
  );
}

/** Changes what of a text is neither dictated nor quoted. */
export function outsideDictated(text: string, change: (part: string) => string): string {
  const spans = dictatedSpans(text).sort((a, b) => a.from - b.from);
  let [at, done] = [0, ""];
  for (const span of spans) {
    if (span.from < at) continue;
    done += outsideQuotes(text.slice(at, span.from), change) + text.slice(span.from, span.to);
    at = span.to;
  }
  return done + outsideQuotes(text.slice(at), change);
}

const SHORT: [RegExp, string][] = [
  [/\b(?:can'?not|can't)\b/gi, "can not"],
  [/\bwon't\b/gi, "will not"],
  [/\bshan't\b/gi, "shall not"],
  [/\b(do|does|did|should|must|need|would|could|is|are|was|were|has|have|had)n'?t\b/gi, "$1 not"],
  [/\b(it|that|there|what|he|she|who)'s\b/gi, "$1 is"],
  [/\b(i|we|you|they)'d\b/gi, "$1 would"],
  [/\bi'm\b/gi, "i am"],
  [/\b(i|we|you|they)'ve\b/gi, "$1 have"],
  [/\b(i|we|you|they|it)'ll\b/gi, "$1 will"],
  [/\blet's\b/gi, "let us"],
  [/\banymore\b/gi, "any more"],
  [/\bgonna\b/gi, "going to"],
];

/** Gives texts made of a message the contractions and the quotes back that the message has. */
export function wordingOf(message: string): (text: string) => string {
  const straight = straightened(message);
  const written = SHORT.flatMap(([pattern, plain]) =>
    [...straight.matchAll(pattern)].map((found) => ({
      short: found[0],
      plain: found[0].replace(new RegExp(pattern.source, "i"), plain),
    })),
  ).filter(({ plain }) => !straight.toLowerCase().includes(plain.toLowerCase()));
  return (text) => {
    const worded = written.reduce(
      (now, { short, plain }) =>
        now.replace(new RegExp(`\\b${plain}\\b`, "gi"), (found) => cased(short, found)),
      text,
    );
    const at = straight.indexOf(worded);
    return at < 0 ? worded : message.slice(at, at + worded.length);
  };
}

function cased(short: string, found: string): string {
  return /^\p{Lu}/u.test(found) ? short.charAt(0).toUpperCase() + short.slice(1) : short;
}

// Letter for letter, so that places in it are places in the message.
function straightened(message: string): string {
  return message
    .replace(/[‘’`´](?=\p{L})|(?<=\p{L})[‘’´]/gu, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[\t\u00a0]/g, " ")
    .replace(/[０-９]/gu, (digit) => digit.normalize("NFKC"));
}
