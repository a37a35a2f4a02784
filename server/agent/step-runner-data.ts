import type { Json } from "#server/core/json.ts";

const MAX_CHARACTERS = 400_000;

/**
 * Data in a fence that is longer than any run of backticks in it, so that nothing in the data can end
 * the fence. The data stays as it is, character for character.
 */
export function quotedData(label: string, value: Json): string {
  const whole = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const text = whole.length > MAX_CHARACTERS ? whole.slice(0, MAX_CHARACTERS).toWellFormed() : whole;
  const cut =
    whole.length > text.length ? ` [cut: the first ${text.length} of ${whole.length} characters]` : "";
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  const kind = typeof value === "string" ? "text" : "json";
  return `${label.replace(/[\r\n`]+/g, " ")}${cut}:\n${fence}${kind}\n${text}\n${fence}`;
}
