import { bareClause } from "./plain-words.ts";

/** A piece of a message between two joints, and how firmly it is set apart from what comes before it. */
export type Piece = { text: string; joint: string };

const JOINT =
  /(?:[.!?]+(?=\s|$)|;|\n+|…)\s*|,\s+(?:and\s+|then\s+|but\s+|also\s+|plus\s+|so\s+|while\s+)*|\s+(?:and\s+(?:then|also)|and|then|but|also|plus|so|&)\s+|\s+[-–—]+\s+|:\s+|\s*\([a-z\d]\)\s+/gi;
// In a longer sentence the steps of a list stay in one piece.
const MANY = 20;
const LISTED = /^(?:(?:the )?steps? )?#?\d+$/i;

/** The message cut at every joint that may part two clauses; quoted text stays whole. */
export function piecesOf(text: string): Piece[] {
  const quotes: string[] = [];
  const masked = text
    .replace(
      /"[^"]*"|```[\s\S]*?```|`[^`\n]*`|(?<=\s|^)'[^']+'(?=[\s,.;]|$)/g,
      (quote) => `⟪${quotes.push(quote) - 1}⟫`,
    )
    .replace(/\b(i\.e|e\.g|etc|approx|no)\./gi, "$1\u2024");
  const back = (part: string) =>
    part.replace(/⟪(\d+)⟫/g, (_all, index: string) => quotes[Number(index)] ?? "").replaceAll("\u2024", ".");
  const pieces: Piece[] = [];
  let start = 0;
  let joint = "";
  for (const found of masked.matchAll(JOINT)) {
    const part = masked.slice(start, found.index);
    if (part.trim() !== "") pieces.push({ text: back(part), joint: back(joint) });
    joint = part.trim() === "" ? joint + found[0] : found[0];
    start = found.index + found[0].length;
  }
  const rest = masked.slice(start);
  if (rest.trim() !== "") pieces.push({ text: back(rest), joint: back(joint) });
  return pieces.length > MANY ? withListsWhole(pieces) : pieces;
}

function withListsWhole(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    const isItem = last && /\d$/.test(last.text) && LISTED.test(piece.text.trim()) && !isNewSentence(piece);
    if (isItem) last.text += piece.joint + piece.text;
    else whole.push({ ...piece });
  }
  return whole;
}

/** Some pieces in a row as one clause again. */
export function joined(pieces: readonly Piece[]): string {
  return bareClause(
    pieces.map((piece, index) => (index === 0 ? piece.text : piece.joint + piece.text)).join(""),
  );
}

/** Whether a piece is set apart by more than an "and". */
export function isApart(piece: Piece | undefined): boolean {
  return piece === undefined || piece.joint === "" || /[.,;:!?\n…–—-]|\bso\b/.test(piece.joint);
}

export function isNewSentence(piece: Piece): boolean {
  return /[.;!?\n]/.test(piece.joint);
}
