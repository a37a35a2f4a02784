import { isOrderVerb } from "./brief-verbs.ts";

const OPENERS =
  "(?:and|then|also|please|now|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|finally|lastly|last|after that|after this|afterwards?|after both|after all(?: of (?:that|them))?|después de (?:ambos|eso|esto|los dos)|nach beiden|après (?:les deux|cela|ça)|und dann|wenn beides (?:da|fertig) ist|in the end|at the end|in any case|meanwhile|in the meantime|at the same time|in parallel|to start|to begin(?: with)?|but|so|bitte|dann|danach|anschließend|zuerst|zum schluss|und|luego|después|primero|finalmente|y|puis|ensuite|d'abord|enfin|et|por favor|step \\w+:)";
const OPENER = new RegExp(`^(?:${OPENERS})(?=[\\s,:])[\\s,:]*`, "i");

type Clause = { text: string; isBeside: boolean };

/** The orders of a sentence, one a clause, in the order in which they stand. */
export function clausesOf(sentence: string, isOrder: (text: string) => boolean): Clause[] {
  const pieces = sentence
    .split(/(?<!\d)\s*;\s*|,\s+|\s+(?=(?:and|und|y|e|et|then|but)\s)|\s+-\s+|\s+–\s+/)
    .filter((piece) => piece.trim() !== "");
  const clauses: string[] = [];
  for (const piece of pieces) {
    const starts = clauses.length === 0 || isOrder(bareOf(piece)) || isSubordinate(piece);
    if (starts && !isOpenSubordinate(clauses.at(-1), isOrder)) clauses.push(piece);
    else
      clauses[clauses.length - 1] =
        `${clauses.at(-1)}${joint(sentence, clauses.at(-1) ?? "", piece)}${piece}`;
  }
  return clauses.map((clause) => ({ text: bareOf(clause), isBeside: BESIDE.test(clause) }));
}

export const BESIDE =
  /\b(?:meanwhile|in the meantime|at the same time|in parallel|simultaneously|concurrently|währenddessen|gleichzeitig|entretanto|pendant ce temps)\b/i;

function joint(sentence: string, before: string, piece: string): string {
  const at = sentence.indexOf(piece, Math.max(0, sentence.indexOf(before)));
  return /,\s+$/.test(sentence.slice(0, at)) ? ", " : /;\s*$/.test(sentence.slice(0, at)) ? "; " : " ";
}

// "If …", "once …", "when …" opens a clause that ends at the next order.
function isSubordinate(piece: string): boolean {
  return /^(?:(?:and|but|und|y|et|then)\s+)?(?:only )?(?:if|otherwise|else|once|when|as soon as|after|unless|wenn|falls|sobald|si|cuando|quand|en cas|ask me|frag|pídeme|demande|try again|do not|don't)\b/i.test(
    piece.trim(),
  );
}

function isOpenSubordinate(clause: string | undefined, isOrder: (text: string) => boolean): boolean {
  if (clause === undefined || orderInside(clause, isOrder) !== null) return false;
  return (
    /^(?:(?:and|but|und|y|et|then)\s+)*(?:only )?(?:if|once|when|as soon as|after|wenn|falls|sobald|si|cuando|quand|en cas)\b(?!.*,)/i.test(
      clause.trim(),
    ) && !/,/.test(clause)
  );
}

/** A clause without the words that only lead to it. */
export function bareOf(text: string): string {
  let bare = text
    .trim()
    .replace(/^[-–—:,;.\s]+|[\s,;.!]+$/g, "")
    .replace(/[\s,]+(?:and|or|then|but|und|y|et)$/i, "");
  while (OPENER.test(bare)) bare = bare.replace(OPENER, "").trim();
  return bare;
}

/** The order that a clause such as "if it is late send a note" ends with; null when it has none. */
export function orderInside(clause: string, isOrder: (text: string) => boolean): string | null {
  const words = clause.trim().split(/\s+/);
  const at = words.findIndex((_word, index) => index > 2 && isOrder(words.slice(index).join(" ")));
  return at > 0 ? words.slice(at).join(" ") : null;
}

/** Whether English words are an order: they begin with a plain verb. */
export function isEnglishOrder(text: string): boolean {
  const words = text.match(/[\p{L}'-]+/gu) ?? [];
  const [first = "", second = ""] = words;
  if (/^(?:the|a|an|my|our|this|these|it|they|we|i|you|each|every)$/i.test(first)) return false;
  if (/^have$/i.test(first) && !/^(?:an?|the|someone|somebody)$/i.test(second)) return false;
  if (isOrderVerb(first) && !/^(?:is|are|was|of)$/i.test(second)) return words.length > 0;
  return false;
}
