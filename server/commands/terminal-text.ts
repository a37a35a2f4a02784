/** Text without the control characters that move the cursor or change the colours of a terminal. */
export function readable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "");
}

/** The same on one line of at most `length` characters. */
export function oneLine(text: string, length: number): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
