import { takenAway } from "./foreign-fields.ts";
import { withDigitsForSteps } from "./foreign-ordinals.ts";
import { foreignWords, type LanguageWords } from "./foreign-words.ts";

type European = keyof typeof foreignWords;

const REFS =
  /\b(?:steps? \d+(?:(?:,? and|,| to) (?:steps? )?\d+)*|the (?:last|first|second to last) step)\b/gi;
const ONE = { de: "der|dem|den|die|das|des", es: "el|la|los|las|al|del|de", fr: "la|le|les|l'|aux?|du|des" };
const STEP = { de: "schritte?n?s?", es: "pasos?", fr: "étapes?" };
const AND = { de: "und|bis", es: "y|e|a|al|hasta", fr: "et|à|au" };
const LAST = { de: "letzten?r?s?", es: "último", fr: "dernière" };
const FIRST = { de: "ersten?r?s?", es: "primer", fr: "première" };
const NUMBERS: [RegExp, string][] = [
  [/(?<!\p{L})(?:einmal|ein mal|una vez|une fois)(?!\p{L})/giu, "1"],
  [/(?<!\p{L})(?:zwei|dos|deux)(?:mal)?(?!\p{L})/giu, "2"],
  [/(?<!\p{L})(?:drei|tres|trois)(?:mal)?(?!\p{L})/giu, "3"],
  [/(?<!\p{L})(?:vier|cuatro|quatre)(?:mal)?(?!\p{L})/giu, "4"],
  [/(?<!\p{L})(?:fünf|cinco|cinq)(?:mal)?(?!\p{L})/giu, "5"],
];

/** A clause with the steps that it names by number in English words: "Schritt 3 und 4" is "step 3 and 4". */
export function withEnglishSteps(text: string, language: European): string {
  const lead = `(?:(?:${ONE[language]})[ ']?)?`;
  const more = `((?:(?:,| (?:${AND[language]})) (?:${STEP[language]} )?(?:la |le |el )?\\d+)*)`;
  return withDigitsForSteps(text, language)
    .replace(/([ldLD])'(?=étape)/g, "$1' ")
    .replace(
      new RegExp(
        `(?<!\\p{L})(?:l' |d' |${lead})${STEP[language]} (?:nummer |número |numéro |nr\\.? ?|n° ?)?(\\d+)${more}`,
        "giu",
      ),
      (_all, first: string, rest: string) => `step ${first}${english(rest, language)}`,
    )
    .replace(
      new RegExp(
        `(?<!\\p{L})(?:${ONE[language]}) (?=\\d+(?![\\d:]| ?(?:uhr|h|min|mal|veces|fois)))(\\d+)${more}`,
        "giu",
      ),
      (_all, first: string, rest: string) => `step ${first}${english(rest, language)}`,
    )
    .replace(
      new RegExp(`(?<!\\p{L})${lead}(?:${LAST[language]}) ${STEP[language]}(?!\\p{L})`, "giu"),
      "the last step",
    )
    .replace(
      new RegExp(`(?<!\\p{L})${lead}(?:${FIRST[language]}) ${STEP[language]}(?!\\p{L})`, "giu"),
      "the first step",
    );
}

function english(rest: string, language: European): string {
  return rest
    .replace(new RegExp(`${STEP[language]} |(?:la|le|el) `, "giu"), "")
    .replace(/ (?:bis|hasta|à|au|al?) (?=\d)/giu, " to ")
    .replace(/ (?:und|y|e|et) (?=\d)/giu, " and ");
}

/** What a clause of another language orders, in plain English; null where it is not sure. */
export function orderOf(clause: string, language: European): string | null {
  const says = foreignWords[language];
  if (says.asking.test(clause) || /[?？]\s*$/.test(clause)) return null;
  const { bare, refs } = stepsHidden(clause);
  const quote = /⟪\d+⟫/.exec(clause)?.[0];
  if (WITH_TITLE.test(bare)) return clause;
  if (refs.length === 0) return withoutSteps(clause, quote, says);
  return (
    renaming(bare, refs, quote, says) ??
    adding(bare, clause, refs, quote, says) ??
    takenAway(bare, refs, language) ??
    failing(bare, refs, says) ??
    approving(bare, refs, says) ??
    together(bare, refs, says) ??
    moving(bare, refs, says) ??
    waiting(bare, refs, says)
  );
}

// What another rule has put into English already.
const WITH_TITLE = /^\s*(?:rename § to|add a step (?:(?:after|before) §|at the (?:end|start)) ?:) ⟪\d+⟫\s*$/;

function withoutSteps(bare: string, quote: string | undefined, says: LanguageWords): string | null {
  const title = quote ?? /:\s*(\S.*)$/.exec(bare)?.[1];
  if (says.add.test(bare) && title !== undefined && !says.not.test(bare.replace(title, "")))
    return says.atEnd.test(bare)
      ? `add a step at the end: ${title}`
      : says.atStart.test(bare)
        ? `add a step at the start: ${title}`
        : null;
  const words = bare.match(/\p{L}+/gu)?.length ?? 0;
  if (words > 6) return null;
  if (says.redo.test(bare)) return "redo";
  return says.undo.test(bare) ? "undo" : null;
}

function renaming(
  bare: string,
  refs: string[],
  quote: string | undefined,
  says: LanguageWords,
): string | null {
  return says.rename.test(bare) && refs.length === 1 && quote !== undefined && !says.not.test(bare)
    ? `rename ${refs[0]} to ${quote}`
    : null;
}

function adding(
  bare: string,
  clause: string,
  refs: string[],
  quote: string | undefined,
  says: LanguageWords,
): string | null {
  const title = quote ?? /:\s*(\S.*)$/.exec(clause)?.[1];
  if (!says.add.test(bare) || title === undefined || refs.length !== 1 || says.not.test(bare)) return null;
  const place = says.before.test(bare) ? "before" : says.after.test(bare) ? "after" : null;
  return place === null ? null : `add a step ${place} ${refs[0]}: ${title}`;
}

function failing(bare: string, refs: string[], says: LanguageWords): string | null {
  if (refs.length !== 1) return null;
  const counted = NUMBERS.reduce((text, [pattern, digit]) => text.replace(pattern, digit), bare);
  const count = /(?<!\d)(\d)(?!\d)/.exec(counted)?.[1];
  if (says.retry.test(bare) && count !== undefined) return `retry ${refs[0]} ${count} times`;
  if (!says.fails.test(bare)) return null;
  if (says.goOn.test(bare)) return `if ${refs[0]} fails continue`;
  return says.stop.test(bare) && !says.not.test(bare) ? `if ${refs[0]} fails stop the run` : null;
}

function approving(bare: string, refs: string[], says: LanguageWords): string | null {
  if (!says.approval.test(bare) || refs.length !== 1) return null;
  const isWithout = says.without.test(bare);
  if (isWithout)
    return says.not.test(bare) ? `${refs[0]} needs my approval` : `${refs[0]} no longer needs my approval`;
  if (says.noLonger.test(bare)) return `${refs[0]} no longer needs my approval`;
  return says.me.test(bare) && !says.not.test(bare) ? `${refs[0]} needs my approval` : null;
}

function together(bare: string, refs: string[], says: LanguageWords): string | null {
  const all = refs.join(" and ");
  if (says.condition.test(bare) || says.not.test(bare) || isOfMoreSteps(bare, says)) return null;
  if (says.parallel.test(bare)) return `run ${all} in parallel`;
  if (says.swap.test(bare)) return `swap ${all}`;
  return says.merge.test(bare) && !says.wait.test(bare) ? `merge ${all}` : null;
}

function moving(bare: string, refs: string[], says: LanguageWords): string | null {
  if (!says.move.test(bare) || says.not.test(bare) || says.condition.test(bare)) return null;
  if (isOfMoreSteps(bare, says)) return null;
  const [step, anchor, more] = refs;
  if (anchor === undefined)
    return says.atEnd.test(bare)
      ? `move ${step} to the end`
      : says.atStart.test(bare)
        ? `move ${step} to the start`
        : null;
  if (more !== undefined) return null;
  return says.before.test(bare)
    ? `move ${step} before ${anchor}`
    : says.after.test(bare)
      ? `move ${step} after ${anchor}`
      : null;
}

// Right between the two steps the verb alone says it: "que el paso 2 espere al paso 3".
const WAITS = /(?<!\p{L})(?:esper|wart|atten)\p{L}*/iu;
const WAIT_VERB = /(?<!\p{L})(?:esper|(?:ab)?wart|atten|depend|dépend|abhäng|hängt)/iu;
const UNTIL = /(?<!\p{L})(?:vor|bevor|ehe|bis|antes|hasta|avant|jusqu|tant que)(?!\p{L})/iu;
// "No hace falta que …": what need not be.
const NEEDLESS =
  /(?<!\p{L})(?:(?:ya )?no (?:hace falta|es necesario|se necesita) que|nicht (?:mehr )?(?:nötig|notwendig),? dass|(?:pas|plus) (?:besoin|nécessaire) (?:que|de))(?!\p{L})/iu;

function waiting(bare: string, refs: string[], says: LanguageWords): string | null {
  const [first, second, more] = refs;
  if (second === undefined || more !== undefined || isOfMore(bare.replace(NEEDLESS, " "), says)) return null;
  const between = bare.slice(bare.indexOf("§") + 1, bare.lastIndexOf("§"));
  const isWait = says.wait.test(bare);
  const isDenied = says.not.test(between) || says.denied.test(bare);
  // What may not begin before another is done waits for it; what need not wait does not.
  if (isDenied && UNTIL.test(between) && !WAIT_VERB.test(bare))
    return says.needNot.test(bare) ? null : `${first} should wait for ${second}`;
  if (says.before.test(between) && !isWait) return `${second} should wait for ${first}`;
  if (!isWait || (!says.after.test(between) && !WAITS.test(between))) return null;
  return isDenied ? `${first} should not wait for ${second}` : `${first} should wait for ${second}`;
}

// Words of another order: two orders of one clause are read one by one.
function isOfMore(bare: string, says: LanguageWords): boolean {
  return isOfMoreSteps(bare, says) || says.retry.test(bare) || says.add.test(bare);
}

function isOfMoreSteps(bare: string, says: LanguageWords): boolean {
  return says.approval.test(bare) || says.remove.test(bare);
}

/** The steps that a clause names, and the clause with a mark for each. */
export function stepsHidden(clause: string): { bare: string; refs: string[] } {
  return { bare: clause.replace(REFS, "§"), refs: [...clause.matchAll(REFS)].map((found) => found[0]) };
}
