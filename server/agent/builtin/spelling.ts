import { dictatedSpans } from "./dictated.ts";
import { isSlip, isStopWord } from "./words.ts";

/** Words that commands are made of: what a slip of the fingers is likely to have meant. */
const COMMANDS =
  `remove delete drop rename call step steps last first second third add insert after before between wait
waits depend depends should until approval approve sending send email retry retries times twice fails ignore continue
swap move merge split parallel sequence undo redo only the for from that with and ask need needs make make put please
everything start beginning end run save schedule webhook without instead both keep requires require confirm condition
title called change replace path file name undo duplicate timeout instructions expression template into dependency finished done through rest except order`.split(
    /\s+/,
  );

// Small words that stand in any sentence are no slips of others.
const PLAIN = new Set(
  "want wants wish like liked prefer can not are but did does how just let more never not now off once one our out own she since such than them these those too under until upon very was way were what why yes yet every each other another may shall might also even here there only".split(
    " ",
  ),
);

/**
 * The words with slips mended towards commands and towards words of the plan's own titles. What is quoted,
 * and what the person dictates, stays as it was typed.
 */
export function mendSpelling(text: string, known: readonly string[]): string {
  const right = new Set([...COMMANDS, ...known]);
  const pieces = text.split(/("[^"]*"|```[\s\S]*?```|`[^`\n]*`|\p{L}{3,}(?:'\p{L}+)*)/u);
  const changed = pieces.map((piece) => (/^\p{L}+$/u.test(piece) ? mended(piece, right) : piece));
  const spans = dictatedSpans(changed.join(""));
  let at = 0;
  return pieces
    .map((piece, index) => {
      const place = at;
      const word = changed[index] ?? piece;
      at += word.length;
      return spans.some((span) => place >= span.from && place < span.to) ? piece : word;
    })
    .join("");
}

function mended(word: string, right: ReadonlySet<string>): string {
  const lower = word.toLowerCase();
  if (right.has(lower) || isStopWord(lower) || PLAIN.has(lower)) return word;
  const near = [...right].filter((candidate) => isNear(lower, candidate));
  const sameStart = near.filter((candidate) => candidate[0] === lower[0]);
  return sameStart[0] ?? near[0] ?? word;
}

function isNear(word: string, candidate: string): boolean {
  if (Math.abs(word.length - candidate.length) > 2) return false;
  if (isSlip(word, candidate)) return true;
  // A lost letter in a short word: "stp" for "step".
  return word.length >= 3 && candidate.length === word.length + 1 && isSubsequence(word, candidate);
}

function isSubsequence(short: string, long: string): boolean {
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
