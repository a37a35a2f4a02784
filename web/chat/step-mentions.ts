type TextPiece = { text: string; stepNumber: number | null };

const MENTION =
  /\bsteps?\s+#?\d+(?![\w%]|\.\d)(?:(?:(?<=\bsteps\s.*)\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|to|through)\s+|\s*[-–]\s*)#?\d+(?![\w%]|\.\d))*/giu;
const NUMBER = /(?:steps?\s+)?#?(\d+)/giu;

/** Splits text at what it says about steps: "steps 2 and 3 run" gives "steps 2", " and ", "3", " run". */
export function splitMentions(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  const plain = (part: string) => {
    if (part !== "") pieces.push({ text: part, stepNumber: null });
  };
  let end = 0;
  for (const mention of text.matchAll(MENTION)) {
    plain(text.slice(end, mention.index));
    end = mention.index + mention[0].length;
    let inside = 0;
    for (const number of mention[0].matchAll(NUMBER)) {
      plain(mention[0].slice(inside, number.index));
      pieces.push({ text: number[0], stepNumber: Number(number[1]) });
      inside = number.index + number[0].length;
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
