/** The beginning of a text that is too long, with a line that says so. */
export function cutText(text: string, most: number, what: string): string {
  if (text.length <= most) return text;
  // A sign of two units is not cut in half.
  const start = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return `${start}\n\n[Cut here: ${what} has ${text.length} characters, of which these are the first ${start.length}.]`;
}
