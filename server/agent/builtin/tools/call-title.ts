const GIVEN =
  /,? (?:with|using|saying|and) (?:the |an? )?(?:(?:subject|text|body|token|header|query|sql|statement|method|arguments?|parameters?|url|message|bearer|expression|template)\b|["`{]|\{\{).*$/is;

/** The words for a call without what it is given, which stands in its input. */
export function withoutGiven(words: string): string {
  const head = words
    .replace(GIVEN, "")
    .replace(/: (?:select|with)\b.*$/is, "")
    .trim();
  return /\S\s+\S/.test(head) ? head : words;
}
