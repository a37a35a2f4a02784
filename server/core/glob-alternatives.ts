import { type Result, err, ok } from "./result.ts";

const RANGE = /^(-?\d{1,15}|[A-Za-z])\.\.(-?\d{1,15}|[A-Za-z])(?:\.\.(-?\d{1,15}))?$/;

/**
 * How many patterns the braces of one stand for: `{a,b}{1..3}` for six. Braces that a glob would take for plain
 * characters are refused, as programs do not agree on them.
 */
export function countAlternatives(pattern: string): Result<number, string> {
  let at = 0;

  /** Reads up to the end of the group; `sum` is that of its parts so far, `parts` how many there are. */
  function readGroup(isWithin: boolean): Result<number, string> {
    const start = at;
    let [sum, product, parts] = [0, 1, 1];
    for (; at < pattern.length; at += 1) {
      const character = pattern[at];
      if (character === "{") {
        at += 1;
        const inner = readGroup(true);
        if (!inner.ok) return inner;
        product *= inner.value;
      } else if (character === "," && isWithin) {
        sum += product;
        product = 1;
        parts += 1;
      } else if (character === "}") {
        if (!isWithin) return err(`has a "}" without a "{"`);
        if (parts > 1) return ok(sum + product);
        const length = lengthOf(pattern.slice(start, at));
        return length === null
          ? err(`has braces with one alternative only, "{${pattern.slice(start, at).slice(0, 40)}}"`)
          : ok(length);
      }
    }
    return isWithin ? err(`has a "{" without a "}"`) : ok(product);
  }

  return readGroup(false);
}

function lengthOf(text: string): number | null {
  const [, from, to, step] = RANGE.exec(text) ?? [];
  if (from === undefined || to === undefined) return null;
  const span = Math.abs(placeOf(to) - placeOf(from));
  return Math.floor(span / Math.max(1, Math.abs(Number(step ?? 1)))) + 1;
}

function placeOf(end: string): number {
  return /\d/.test(end) ? Number(end) : (end.codePointAt(0) ?? 0);
}
