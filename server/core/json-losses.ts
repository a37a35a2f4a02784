import { shortened } from "./characters.ts";

// In JSON that can be read, a name, another text, a bracket or a number begins wherever this matches.
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}]|-?\d[\d.eE+-]*/g;
const MAX_LISTED = 12;

/** What reading a sound JSON text loses: names that stand twice in an object, and numbers too large to keep. */
export function jsonLosses(text: string, lead = ""): string[] {
  const losses: string[] = [];
  const open: Set<string>[] = [];
  const lineOf = (at: number) => `${lead}${text.slice(0, at)}`.split("\n").length;
  for (const { 0: token, 1: colon, index } of text.matchAll(TOKEN)) {
    if (losses.length === MAX_LISTED) break;
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (colon !== undefined) {
      const name = String(JSON.parse(token.slice(0, -colon.length)));
      const names = open.at(-1);
      if (names?.has(name))
        losses.push(
          `The JSON states "${shortened(name)}" twice in one object, again at line ${lineOf(index)}. The last value was kept.`,
        );
      names?.add(name);
    } else if (!token.startsWith('"') && !isExact(token))
      losses.push(
        `The number ${shortened(token)} at line ${lineOf(index)} is too large to be kept exactly. Write it in quotes, as a text.`,
      );
  }
  return losses;
}

/** Whether a number is kept, or is the shortest that stands for the one kept. */
function isExact(number: string): boolean {
  const value = Number(number);
  if (!Number.isFinite(value)) return false;
  return !/^-?\d+$/.test(number) || String(value) === number || BigInt(number) === BigInt(value);
}
