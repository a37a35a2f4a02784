/** A text from the code's indentation: without the margin that all its lines share, and without blank ends. */
export function dedent(text: string): string {
  const lines = text.split("\n");
  const margins = lines
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const margin = Math.min(...margins);
  return lines
    .map((line) => line.slice(margin).trimEnd())
    .join("\n")
    .trim();
}
