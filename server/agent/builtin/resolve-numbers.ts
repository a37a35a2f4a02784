import type { ListedStep } from "./listed-plan.ts";
import { cardinal, NUMBER_WORD, ordinal } from "./numerals.ts";
import { found, type Reference, type World } from "./reference.ts";

const RANGE = new RegExp(
  `^(?:from )?(?:steps? )?#?(${NUMBER_WORD})\\s*(?:-|–|—|\\.\\.+|to|through|thru|until|till)\\s*(?:step )?#?(${NUMBER_WORD})(?: inclusive)?$`,
  "i",
);
const ENDS = new RegExp(
  `^(?:the )?(?:very )?(first|last|final)(?: (${NUMBER_WORD}))(?: (?:steps?|ones))?$`,
  "i",
);

const UPWARDS =
  "(?:on(?:wards?)?|upwards?|following|(?<=\\band )(?:up|forward)|(?<=\\bfrom .*)(?:up|forward))";
const OPEN_END = new RegExp(
  `^(?:from )?(?:steps? )?#?(${NUMBER_WORD}) (?:and )?(?:${UPWARDS}|later|above|all (?:that|those|the ones) (?:follow|come after)|everything (?:after|behind)(?: it| that)?|to the (?:very )?(?:last|end)(?: one| step)?)$|^from (?:steps? )?#?(${NUMBER_WORD})$`,
  "i",
);

/** Steps named by number, ordinal, range, place from the end, or a list of these; null for other words. */
export function resolveNumbers(text: string, world: World): Reference | null {
  const words = text
    .replace(/^(?:the )?steps?\s+(?:numbers?\s+|nos?\.?\s*)?/i, "")
    .replace(/^number\s+/i, "")
    .replace(/^(?:everything|all(?: the)?(?: steps)?|every step|steps|the steps) (?=from\b)/i, "");
  const parts = OPEN_END.test(words)
    ? [words]
    : words
        .split(/\s*(?:,\s*(?:and\s+|or\s+)?|\s+(?:and|or|plus|as well as|nor)\s+|&|\+|\/)\s*/i)
        .filter(Boolean);
  const picked: number[] = [];
  for (const part of parts) {
    const numbers = numbersIn(part.replace(/^both\s+/i, ""), world.plan.steps.length);
    if (numbers === null) return null;
    picked.push(...numbers);
  }
  if (picked.length === 0) return null;
  const steps: ListedStep[] = [];
  for (const number of picked) {
    const step = world.plan.steps[number - 1];
    if (!step) return { type: "missing", text: `step ${number}`, number };
    if (!steps.includes(step)) steps.push(step);
  }
  return found(steps);
}

function numbersIn(part: string, count: number): number[] | null {
  const range = RANGE.exec(part);
  if (range) return between(cardinal(range[1] ?? "") ?? 0, cardinal(range[2] ?? "") ?? 0);
  const open = OPEN_END.exec(part);
  if (open) return between(cardinal(open[1] ?? open[2] ?? "") ?? 0, count);
  const ends = ENDS.exec(part);
  if (ends) {
    const size = cardinal(ends[2] ?? "") ?? 1;
    return ends[1]?.toLowerCase() === "first"
      ? between(1, size)
      : between(Math.max(1, count - size + 1), count);
  }
  const one = placeOf(part, count);
  return one === null ? null : [one];
}

function placeOf(part: string, count: number): number | null {
  const bare = part
    .replace(/^(?:the )?(?:steps?|nos?\.?|numbers?)\s*(?=[#\d]|\w+$)/i, "")
    .replace(/^#|^s(?=\d)/i, "");
  const number = cardinal(bare);
  if (number !== null && bare.toLowerCase() !== "zero") return number;
  const place = part
    .replace(/^the\s+/i, "")
    .replace(/\s+(?:steps?|ones?)$/i, "")
    .replace(/^very\s+/i, "");
  if (/^(?:last|final)$/i.test(place)) return count;
  if (/^(?:second[- ]to[- ]last|next[- ]to[- ]last|penultimate|last but one|second last)$/i.test(place))
    return count - 1;
  if (/^(?:third[- ]to[- ]last|third last|last but two)$/i.test(place)) return count - 2;
  return ordinal(place);
}

function between(from: number, to: number): number[] {
  const [low, high] = from <= to ? [from, to] : [to, from];
  return Array.from({ length: Math.min(high - low + 1, 1_000) }, (_, index) => low + index);
}
