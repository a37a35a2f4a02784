// What no person sees: control characters, soft hyphens, fillers, zero widths, changes of direction, variation
// selectors, and the tags that spell a whole text invisibly. Line feeds and tabs stay.
const HIDDEN = new RegExp(
  `[${[
    "\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad",
    "\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f",
    "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f",
    "\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb",
    "\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}",
  ].join("")}]`,
  "gu",
);

export function withoutHiddenCharacters(text: string): string {
  return text.toWellFormed().replace(HIDDEN, "");
}

export function hasHiddenCharacters(text: string): boolean {
  return withoutHiddenCharacters(text) !== text;
}
