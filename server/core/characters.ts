const MAX_SHOWN = 80;
// The longest emoji are this long; a letter under a pile of marks counts for more than one.
const MAX_UNITS_OF_ONE = 16;
const PLAIN = /^[\x20-\x7e]*$/;
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** How many characters a person sees: an emoji or a letter with its accents is one. */
export function characterCount(text: string): number {
  let count = 0;
  for (const { segment } of segmenter.segment(text)) count += charactersOf(segment);
  return count;
}

/** Whether a text has more characters than fit. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && characterCount(text) > most;
}

/** At most so many characters as a person sees, whole ones. */
export function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  if (PLAIN.test(text.slice(0, most + 1))) return text.slice(0, most);
  let count = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    count += charactersOf(segment);
    if (count > most) return text.slice(0, index);
  }
  return text;
}

/** A text as messages show it: a long one ends with "…". */
export function shortened(text: string, most = MAX_SHOWN): string {
  if (text.length <= most) return text;
  const start = firstCharacters(text, most);
  return start === text ? text : `${firstCharacters(text, most - 1).trimEnd()}…`;
}

function charactersOf(segment: string): number {
  return Math.ceil(segment.length / MAX_UNITS_OF_ONE);
}
