import { dictatedSpans } from "./dictated.ts";
import { bareVerb } from "./bare-verb.ts";
import { isOrderVerb } from "./brief-verbs.ts";
import { isSlip, isStopWord, likeness } from "./words.ts";

/** Words that commands are made of: what a slip of the fingers is likely to have meant. */
const COMMANDS =
  `remove delete drop rename call step steps last first second third add insert after before between wait
waits depend depends should until approval approve sending send email retry retries times twice fails ignore continue
swap move merge split parallel sequence undo redo only the for from that with and ask need needs make make put please
everything start beginning end run save schedule webhook without instead both keep requires require confirm condition
title called change replace path file name undo duplicate timeout instructions expression template into dependency finished done through rest except order
switch exchange reverse shift place insert append join combine divide break cancel erase skip scrap forget include another extra further
and but not are was have has must shall would could can may might that this them they then than when because while during
approve approved approves agree agreed permission confirm confirmed okay consent sign signoff blessing check checking asking asked time same only
again attempt attempts times twice once fail failed failing error errors optional important critical
depends dependent dependencies waiting waited requires required simultaneously together independent number second seconds minutes minute hour hours
question what which why how does happens happen starts start runs running title titled named rename renamed label`.split(
    /\s+/,
  );

// Small words that stand in any sentence are no slips of others.
const PLAIN = new Set(
  `want wants wanted needed wish like liked prefer can not are but did does how just let more never not now off once one our out own she since such than them these those
too under until upon very was way were what why yes yet every each other another may shall might also even here there only all any both few five four six
seven eight nine ten zero fine good great best better last least less long look made main many maybe mind most much must need next none old onto open over
part past pair piece place plan please point pretty put quite rather ready real really rest right same say says see seem seems self set several short side
simply single small so some soon sorry still stuff sure take takes tell tells than thank thanks thing things think though time told took towards true turn
two unless use used uses wait want well went when where whether while whole whose will wish with without wrong year you your back bad been being below
between big bit both bring came case change come comes day days done down each early either else end enough exactly far fast find first form full get gets
give gives go goes going gone got guess had half hand hard has have he head help her high him his hold home hope idea its job keep kind knew know known
large late later latest leave left line list little lot low page people person quick quickly real safe second send sent she show shown sign size slow
start step stop sum top town touch touching turns week weeks whatever who work works worth actually almost alone along already always anyway apart around
aside away because become before behind beside besides beyond cannot clear close course currently despite different direct directly due during entire
especially ever exist exists fact final finally forward further general given happen hence however immediately important instead itself likely mean means
mention moment month morning move near necessary normal nothing obvious often okay online order otherwise overall perhaps possible previous probably
proper quality question reason recent regular report result separate similar simple sometimes somewhere special straight strictly suddenly therefore
thus today together tomorrow total twice usual usually various version visit wonder words world write`.split(
    /\s+/,
  ),
);

/**
 * The words with slips mended towards commands and towards words of the plan's own titles. What is quoted,
 * and what the person dictates, stays as it was typed.
 */
export function mendSpelling(text: string, known: readonly string[]): string {
  const right = new Set([...COMMANDS, ...known.flatMap(inflected)]);
  const isKnown = (word: string) =>
    known.some((own) => likeness(word, own) > 0 || (own.length > 7 && own.slice(0, 7) === word.slice(0, 7)));
  const pieces = text.split(/("[^"]*"|```[\s\S]*?```|`[^`\n]*`|\p{L}{2,}(?:'\p{L}+)*)/u);
  const changed = pieces.map((piece) =>
    /^\p{L}+(?:'t)?$/u.test(piece) && !isKnown(piece.toLowerCase()) ? mended(piece, right) : piece,
  );
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

// "Removed", "changes", "breaking": forms of verbs are right as they stand.
function isFormOfVerb(word: string): boolean {
  const [, stem = ""] = /^(\w{2,}?)(?:s|es|ed|d|ing)$/.exec(word) ?? [];
  const stems = [
    word,
    stem,
    `${stem}e`,
    bareVerb(stem),
    word.replace(/ie[sd]$/, "y"),
    word.replace(/e[sd]$/, "").replace(/ing$/, ""),
  ];
  return (
    stems.some((form) => isOrderVerb(form) || COMMANDS.includes(form)) && (isOrderVerb(word) || stem !== "")
  );
}

/** Whether a word of a mended text was one with two letters in the wrong order, which is a slip for sure. */
export function isSurelyMended(text: string, mendedText: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const now = mendedText.toLowerCase().match(/\p{L}+/gu) ?? [];
  return (
    words.length === now.length &&
    words.some((word, at) => word !== now[at] && sortedLetters(word) === sortedLetters(now[at] ?? ""))
  );
}

// Two letters in the wrong order, which make no word of their own.
const SHORT: Record<string, string> = { em: "me", ot: "to", fo: "of", ti: "it", ni: "in" };
const AUXILIARIES = "does do did should must need would could is are was were has have had".split(" ");

// "dosnt" and "shoudn't" deny a verb.
function deniedVerb(word: string): string | null {
  const stem = /^(\p{L}{3,})n'?t$/u.exec(word)?.[1];
  const verb = stem === undefined ? undefined : AUXILIARIES.find((own) => own !== stem && isNear(stem, own));
  return verb === undefined ? null : `${verb} not`;
}

function sortedLetters(word: string): string {
  return [...word].sort().join("");
}

// The forms of a title's word that sentences about the step have.
function inflected(word: string): string[] {
  if (word.length < 4 || !/^[a-z]+(?<!s|ing|ed)$/.test(word)) return [word];
  const stem = word.replace(/e$/, "");
  const doubled = /[^aeiou][aeiou][bdgmnprt]$/.test(word)
    ? [`${word}${word.at(-1)}ing`, `${word}${word.at(-1)}ed`]
    : [];
  return [word, `${word}s`, `${stem}ing`, `${stem}ed`, ...doubled];
}

function mended(word: string, right: ReadonlySet<string>): string {
  const lower = word.toLowerCase();
  if (word.length === 2) return SHORT[lower] ?? word;
  const denied = deniedVerb(lower);
  if (denied !== null) return denied;
  if (right.has(lower) || isStopWord(lower) || PLAIN.has(lower) || isFormOfVerb(lower)) return word;
  const near = [...right].filter((candidate) => isNear(lower, candidate));
  const transposed = near.find((candidate) => sortedLetters(candidate) === sortedLetters(lower));
  if (transposed !== undefined) return transposed;
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
