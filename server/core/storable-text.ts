/** The text with each U+0000 and each half of a surrogate pair, which PostgreSQL refuses, as U+FFFD. */
export function storableText(text: string): string {
  if (text.isWellFormed() && !text.includes("\0")) return text;
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
