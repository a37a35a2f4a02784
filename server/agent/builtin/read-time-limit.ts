import { DEFAULT_TIMEOUT_SECONDS } from "#server/core/plan.ts";
import { capitalised, namesOf, refOf } from "./listed-plan.ts";
import { namedWholly } from "./named-wholly.ts";
import { cardinal, NUMBER_WORD } from "./numerals.ts";
import type { World } from "./reference.ts";
import { answer, askBack, edits, type Reading, refuse, withSteps } from "./understanding.ts";

const UNITS: Record<string, number> = { second: 1, sec: 1, s: 1, minute: 60, min: 60, hour: 3_600, h: 3_600 };
const DURATION = new RegExp(
  `(?<!\\w)(${NUMBER_WORD}|an?) ?(seconds?|secs?|s|minutes?|mins?|hours?|h)(?!\\w)`,
  "gi",
);
const NAMED_LIMIT = "time ?-?outs?|times? out|timing out|timed out|time limits?";
// What says that a duration is the most that a step may take.
const LIMIT = new RegExp(
  `\\b(?:${NAMED_LIMIT}|limit(?:ed)?|deadline|at (?:the )?(?:most|latest)|(?:no|not) (?:more|longer) than|(?:more|longer) than|max(?:imum)?|up to|within|give up(?: on)?|cut (?:it )?off|cancel|kill|abort|stop|after|takes?|runs?|lasts?|give|allow|grant|wait)\\b`,
  "gi",
);
const SURELY = new RegExp(
  `\\b(?:${NAMED_LIMIT}|deadline|at (?:the )?most|(?:no|not) (?:more|longer) than|longer than|max(?:imum)?|up to|within|give up|cut (?:it )?off|(?:stop|abort|kill|cancel)\\b.* after|give|allow|grant|limit(?:ed)?|(?:may|can|must|should)(?: only| not)? (?:take|run|last))\\b`,
  "i",
);
const GLUE =
  "(?:set|put|add|use|make|change|raise|lower|increase|reduce|extend|shorten|let|have|has|gets?|needs?|should|may|can|must|shall|will|only|an?|of|for|on|to|in|with|is|are|if|when|that|from|and|then|just|be|do|does|not|the|before|it|finish(?:es|ed)?|run|there)";
const LEADING = new RegExp(`^(?:[\\s,:;=]|'s\\b|\\b${GLUE}\\b(?! step\\b))+`, "i");
const TRAILING = new RegExp(`(?:[\\s,:;=]|'s$|\\b${GLUE}$)+$`, "i");

const LIMIT_NAME = "(?:own )?(?:time ?-?outs?|time limits?|deadlines?)";
const NO_LIMIT = [
  new RegExp(`^take (?:the |its |that )?${LIMIT_NAME} (?:off|away from|out of) (.+)$`, "i"),
  new RegExp(
    `^(?:remove|drop|delete|lift|cancel|clear|lose|scrap|ditch|get rid of|do away with|take (?:off|away)|turn off|switch off|disable|no(?: more)?) (?:the |any |its |that |all )?${LIMIT_NAME} (?:of|on|from|for|at|in) (.+?)(?: any ?more| again)?$`,
    "i",
  ),
  new RegExp(
    `^(.+?) (?:(?:should|must|shall|can|may|need|does|do|has to|is to) )?(?:not )?(?:need|needs|have|has|get|gets|with|be given) (?:no|any|an?) (?:more )?${LIMIT_NAME}(?: any ?more)?$`,
    "i",
  ),
];

// A step always has a limit: without its own it is the usual one.
function withoutLimit(clause: string, world: World): Reading {
  const span = NO_LIMIT.map((way) => way.exec(clause)?.[1]).find((words) => words !== undefined);
  if (
    span === undefined ||
    (!/\b(?:no|not)\b/i.test(clause) && / (?:have|has|get|gets|with|be given|needs?) an? /i.test(clause))
  )
    return null;
  return withSteps(span, world, (steps) => {
    const own = steps.filter((step) => step.exact?.timeoutSeconds !== undefined);
    const usual = `the usual ${DEFAULT_TIMEOUT_SECONDS} seconds`;
    if (own.length === 0)
      return answer(
        `${capitalised(namesOf(steps))} ${steps.length > 1 ? "have" : "has"} no time limit of ${steps.length > 1 ? "their" : "its"} own: an attempt may take ${usual}. Nothing was changed.`,
      );
    const list = own.map((step) => ({
      op: "update_step",
      step: refOf(step, world.plan),
      changes: [{ field: "timeoutSeconds", value: DEFAULT_TIMEOUT_SECONDS }],
    }));
    return edits(list, own, `No time limit of its own for ${namesOf(own)}: an attempt may take ${usual}`);
  });
}

/** Time limits, in whatever words: they name a duration, the steps, and nothing else. */
export function readTimeLimit(clause: string, world: World): Reading {
  const none = withoutLimit(clause, world);
  if (none !== null) return none;
  const [found, more] = clause.matchAll(DURATION);
  if (!found || more || !SURELY.test(clause)) return null;
  const around = `${clause.slice(0, found.index)}|${clause.slice(found.index + found[0].length)}`;
  const parts = around
    .replace(LIMIT, "|")
    .split("|")
    .map((part) => trimmed(part))
    .filter((part) => part !== "");
  if (parts.length > 1) return null;
  const named = namedWholly(parts[0] ?? "it", world);
  if (named === null) return null;
  if (named.type !== "steps") return new RegExp(NAMED_LIMIT, "i").test(clause) ? askBack(named, world) : null;
  const [, count = "", unit = ""] = found;
  const amount = /^an?$/i.test(count) ? 1 : (cardinal(count) ?? 0);
  const value = amount * (UNITS[unit.toLowerCase().replace(/(?<=..)s$/, "")] ?? 1);
  if (value < 1 || value > 86_400)
    return refuse("A time limit is from 1 second to 24 hours. Nothing was changed.");
  const list = named.steps.map((step) => ({
    op: "update_step",
    step: refOf(step, world.plan),
    changes: [{ field: "timeoutSeconds", value }],
  }));
  return edits(list, named.steps, `Time limit of ${value} seconds for ${namesOf(named.steps)}`);
}

function trimmed(part: string): string {
  let text = part;
  for (let last = ""; last !== text; ) {
    last = text;
    text = text.replace(LEADING, "").replace(TRAILING, "");
  }
  return text;
}
