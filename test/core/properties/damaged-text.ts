import type { Choices } from "./choices.ts";

const NASTY = [
  "\u0000",
  "\ud800",
  "\u2028",
  "\u202e",
  "\ufeff",
  "\t",
  "\r",
  "\n",
  "\n\n",
  " ",
  "`",
  "```",
  "~~~",
  "#",
  "## Steps\n",
  "# T\n",
  "- Id: `a`\n",
  "1. ",
  "> ",
  "|",
  "*",
  "_",
  "<!--",
  "<b>",
  "&#0;",
  "\\",
  '"',
  "'",
  "{",
  "}",
  "[",
  "]",
  "(",
  ")",
  ",",
  ":",
  "${",
  "$",
  ".output",
  "==",
  "!",
  "&&",
  "-->",
  "&",
  ";",
  "null",
  "1e999",
  "-0",
  "__proto__",
  "注文",
  "👩‍👩‍👧‍👦",
  "[[[[[[[[",
  "((((((((",
];

/** A text after a few accidents: parts lost, doubled, exchanged, cut off, or strewn with what hurts. */
export function damaged(text: string, choices: Choices): string {
  const times = 1 + choices.below(5);
  return Array.from({ length: times }).reduce<string>((left) => oneAccident(left, choices), text);
}

function oneAccident(text: string, choices: Choices): string {
  const start = choices.below(text.length + 1);
  const middle = start + choices.below(Math.min(text.length - start, 60) + 1);
  const end = middle + choices.below(Math.min(text.length - middle, 60) + 1);
  const [head, one, other, tail] = [
    text.slice(0, start),
    text.slice(start, middle),
    text.slice(middle, end),
    text.slice(end),
  ];
  switch (choices.below(6)) {
    case 0:
      return head + other + tail;
    case 1:
      return head + one + one + other + tail;
    case 2:
      return head + other + one + tail;
    case 3:
      return choices.once(4) ? head : head + other.toUpperCase() + one + tail;
    case 4:
      return head + choices.of(NASTY).repeat(1 + choices.below(4)) + one + other + tail;
    default:
      return head + choices.of(NASTY) + one + choices.of(NASTY) + tail;
  }
}
