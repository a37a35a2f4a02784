import type { Plan, Step } from "#server/core/plan.ts";

/** How words name the steps of a plan. `held` are steps by a text that many of them hold. */
export type StepsInWords = { named: ReadonlySet<Step>; held: ReadonlySet<Step> };

const MIN_NAME_LENGTH = 4;
const MIN_TEXT_LENGTH = 5;
// A text that more steps hold does not tell one of them from the others.
const MAX_HOLDERS = 8;
const MAX_RANGE = 50;
const MAX_PIECE = 500;
const MAX_TEXTS = 60;

const QUOTED = /"([^"\n]+)"|“([^“”\n]+)”|„([^„“”\n]+)[“”]|«([^«»\n]+)»|`([^`\n]+)`/g;
const AROUND = /^[([{<'‘.,;:!?…]+|[)\]}>'’.,;:!?…]+$/g;
// A URL, a path, a mail address, a name of a file: signs inside of a word, or a slash before it.
const WRITTEN = /[\p{L}\p{N}][/\\@._:=?&#~-]+[\p{L}\p{N}]|^[~.]*[/\\]/u;
const NUMBERS = /^#?(\d+)(?:st|nd|rd|th)?(?:['’]s)?(?:[-–—]#?(\d+))?$/i;
const DIGITS = /(?<![\p{Script=Latin}\p{Sc}\p{N}])\d+(?![\p{Script=Latin}\p{N}%])/gu;
const JOINS_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]/u;

/**
 * Which steps words name: by number, title, id, or by an address, a path or a quoted text that a step holds.
 * Digits inside of such texts are no numbers of steps.
 */
export function stepsInWords(plan: Plan, words: string): StepsInWords {
  const lower = words.toLowerCase();
  const quoted = [...lower.matchAll(QUOTED)].map((found) => found.slice(1).find(Boolean) ?? "");
  const pieces = lower
    .replace(QUOTED, " ")
    .split(/\s+/)
    .flatMap((piece) => (piece.length > MAX_PIECE ? [] : [piece.replace(AROUND, "")]));
  const numbers = new Set(pieces.flatMap(numbersIn));
  const written = pieces.filter((piece) => WRITTEN.test(piece) && numbersIn(piece).length === 0);
  const held = plan.steps.map((step) => ({ step, texts: textsOf(step) }));
  const holders = [...new Set([...quoted, ...written])]
    .filter((text) => text.length >= MIN_TEXT_LENGTH)
    .slice(0, MAX_TEXTS)
    .map((text) =>
      held.flatMap(({ step, texts }) => (texts.some((item) => holds(item, text)) ? [step] : [])),
    );

  const isNamed = (step: Step, index: number) =>
    numbers.has(index + 1) ||
    [step.id, step.title].some((name) => name.length >= MIN_NAME_LENGTH && holds(lower, name.toLowerCase()));
  return {
    named: new Set([
      ...plan.steps.filter(isNamed),
      ...holders.filter((steps) => steps.length <= MAX_HOLDERS).flat(),
    ]),
    held: new Set(holders.flat()),
  };
}

function numbersIn(piece: string): number[] {
  return piece.split(",").flatMap((part) => {
    const [, first, last] = NUMBERS.exec(part) ?? [];
    if (first !== undefined) return rangeOf(Number(first), Number(last ?? first));
    return WRITTEN.test(part) ? [] : (part.match(DIGITS) ?? []).map(Number);
  });
}

function rangeOf(from: number, to: number): number[] {
  if (to < from || to - from > MAX_RANGE) return [from, to];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Every text inside of a step, in lower case. */
function textsOf(step: Step): string[] {
  const texts: string[] = [];
  JSON.stringify(step, (_name, value: unknown) => {
    if (typeof value === "string") texts.push(value.toLowerCase());
    return value;
  });
  return texts;
}

/** Whether a text holds another one that does not go on as a longer word. */
function holds(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text[at - 1] ?? "", text[at + part.length] ?? ""];
    const isJoined =
      (JOINS_WORD.test(before) && JOINS_WORD.test(part[0] ?? "")) ||
      (JOINS_WORD.test(after) && JOINS_WORD.test(part.at(-1) ?? ""));
    if (!isJoined) return true;
  }
  return false;
}
