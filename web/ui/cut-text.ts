const MOST_SHOWN = 8_000;

/** The start of a text that is too long to be read on a page, with how much more there is; else the text. */
export function cutText(text: string): string {
  if (!isCut(text)) return text;
  const more = (text.length - MOST_SHOWN).toLocaleString("en");
  return `${text.slice(0, MOST_SHOWN).toWellFormed()}… (${more} more characters)`;
}

export function isCut(text: string): boolean {
  return text.length > MOST_SHOWN;
}
