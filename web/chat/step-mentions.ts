/** `title` is what a text says the step is called, where it does. */
type TextPiece = { text: string; stepNumber: number | null; title?: string };

// A count that follows the numbers, as in "steps 2, 3 and 32 more", is the number of no step.
const NUMBERS = String.raw`#?\d+(?![\w%]|\.\d|\s+(?:more|others?|further|additional)\b)`;
const BETWEEN = String.raw`\s+(?:and|or|to|through)\s+|\s*[-–]\s*`;
const MENTION = new RegExp(
  [
    String.raw`\bsteps\s+#?\d+(?![\w%]|\.\d)(?:(?:\s*,\s*(?:and\s+|or\s+)?|${BETWEEN})${NUMBERS})*`,
    String.raw`\bstep\s+#?\d+(?![\w%]|\.\d)(?:(?:${BETWEEN})${NUMBERS})*`,
  ].join("|"),
  "giu",
);
const QUOTED = /"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»/gu;
const TITLE_BEHIND = /^\s*(?:"([^"\n]*)"|“([^”\n]*)”|„([^“”\n]*)[“”]|«([^»\n]*)»)/u;
// Longer than a title can be.
const FAR_ENOUGH = 200;
const NUMBER = /(?:steps?\s+)?#?(\d+)/giu;

/**
 * Splits text at what it says about steps: "steps 2 and 3 run" gives "steps 2", " and ", "3", " run".
 * What stands in quotes is a title and names no step.
 */
export function splitMentions(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  const plain = (part: string) => {
    if (part !== "") pieces.push({ text: part, stepNumber: null });
  };
  let end = 0;
  const quotes = text.matchAll(QUOTED);
  let quote = quotes.next().value;
  for (const mention of text.matchAll(MENTION)) {
    while (quote && quote.index + quote[0].length <= mention.index) quote = quotes.next().value;
    if (quote && quote.index < mention.index) continue;
    plain(text.slice(end, mention.index));
    end = mention.index + mention[0].length;
    let inside = 0;
    for (const number of mention[0].matchAll(NUMBER)) {
      plain(mention[0].slice(inside, number.index));
      inside = number.index + number[0].length;
      const behind = TITLE_BEHIND.exec(
        text.slice(mention.index + inside, mention.index + inside + FAR_ENOUGH),
      )
        ?.slice(1)
        .find((title) => title);
      const named = behind === undefined ? {} : { title: behind };
      pieces.push({ text: number[0], stepNumber: Number(number[1]), ...named });
    }
    plain(mention[0].slice(inside));
  }
  plain(text.slice(end));
  return pieces;
}

/** The steps that a text names, each once, in the order of their first mention. */
export function mentionedSteps(text: string): number[] {
  return [
    ...new Set(splitMentions(text).flatMap((piece) => (piece.stepNumber === null ? [] : [piece.stepNumber]))),
  ];
}

/** The draft with "step N" put at the caret, with spaces where words would run together. */
export function insertMention(
  draft: string,
  caret: number,
  stepNumber: number,
): { text: string; caret: number } {
  const before = draft.slice(0, caret);
  const after = draft.slice(caret);
  const start = before === "" || /\s$/u.test(before) ? "" : " ";
  const mention = `${start}${before.trim() === "" ? "Step" : "step"} ${stepNumber}`;
  const end = /^\s/u.test(after) ? "" : " ";
  return { text: before + mention + end + after, caret: caret + mention.length + 1 };
}

/** The draft with a sentence of its own put behind what is there. */
export function withSentence(draft: string, sentence: string): string {
  const before = draft.trimEnd();
  if (before === "") return sentence;
  return `${before}${/[\p{L}\p{N}”"')\]]$/u.test(before) ? "." : ""} ${sentence}`;
}
