import type { Json } from "#server/core/json.ts";
import { MOST_RETRIES } from "./retries-changed.ts";
import { NUMBER_WORD, timesIn } from "./numerals.ts";
import { secondsIn, SPAN_OF_TIME } from "./span-of-time.ts";

type Setting = { [field: string]: Json };
type Told = { text: string; settings: Setting[]; said: string[] };
type Way = { pattern: RegExp; settingOf: (found: RegExpExecArray) => Setting | null; said: string };

const LEAD =
  "[,;]?\\s+(?:(?:and|but|that|which|it|with|should|must|shall|has|gets?|is|be|having|also|to)\\s+)*";
const OK =
  "(?:ok(?:ay)?|approval|permission|go[- ]?ahead|sign[- ]?off|consent|confirmation|blessing|say[- ]so)";
const APPROVAL = {
  field: "approval",
  required: true,
  reason: null,
  expiresAfterHours: null,
  approvers: null,
};
const MAX_SECONDS = 86_400;

const WAYS: Way[] = [
  {
    pattern: new RegExp(
      `${LEAD}(?:(?:always|first) )*(?:asks?|asking|(?:checks?|checking) with) (?:me|us)(?: (?:first|beforehand|before it (?:runs|starts))| for (?:my |an? )?${OK})*$`,
      "i",
    ),
    settingOf: () => APPROVAL,
    said: "it asks for your approval",
  },
  {
    pattern: new RegExp(
      `${LEAD}(?:(?<=\\bwith )|(?:needs?|requires?|needing|requiring|waits? for|waiting for|asks? for|asking for|under|subject to|pending) )(?:(?:my|our) ${OK}|(?:an? )?approval)(?: (?:from|by) (?:me|us))?(?: first)?$`,
      "i",
    ),
    settingOf: () => APPROVAL,
    said: "it asks for your approval",
  },
  {
    pattern: new RegExp(
      `${LEAD}(?:an? |the )?(?:time ?-?out|time limit|deadline) (?:of |at )?${SPAN_OF_TIME}$`,
      "i",
    ),
    settingOf: timeLimit,
    said: "with that time limit",
  },
  {
    pattern: new RegExp(`${LEAD}(?:an? )?${SPAN_OF_TIME} (?:time ?-?out|time limit|deadline)$`, "i"),
    settingOf: timeLimit,
    said: "with that time limit",
  },
  {
    pattern: new RegExp(
      `${LEAD}(?:may |can |only )*(?:takes?|runs?|lasts?) (?:at (?:the )?most|no (?:longer|more) than|up to|not (?:longer|more) than) ${SPAN_OF_TIME}$`,
      "i",
    ),
    settingOf: timeLimit,
    said: "with that time limit",
  },
  {
    pattern: new RegExp(`${LEAD}(?:up to )?(${NUMBER_WORD}|no|a|one) (?:retries|retry|re-tries)$`, "i"),
    settingOf: retries,
    said: "with these retries",
  },
  {
    pattern: new RegExp(
      `${LEAD}(?:retried|retries|retry|repeated) (?:up to |at most )?((?:${NUMBER_WORD}) times|once|twice|thrice)(?: (?:if|when) it fails)?$`,
      "i",
    ),
    settingOf: retries,
    said: "with these retries",
  },
];

/** What is said of a new step behind its title and its place, and the words without it. */
export function settingsOfNew(clause: string): Told {
  const told: Told = { text: clause.trim(), settings: [], said: [] };
  for (let isFound = true; isFound; ) {
    isFound = false;
    for (const { pattern, settingOf, said } of WAYS) {
      const found = pattern.exec(told.text);
      const setting = found && settingOf(found);
      if (!found || !setting || told.settings.some(({ field }) => field === setting["field"])) continue;
      told.text = told.text.slice(0, found.index);
      told.settings.push(setting);
      told.said.push(said);
      isFound = true;
    }
  }
  return told;
}

function timeLimit([, count, unit]: RegExpExecArray): Setting | null {
  const value = secondsIn(count, unit);
  return value === null || value < 1 || value > MAX_SECONDS ? null : { field: "timeoutSeconds", value };
}

function retries([, count = ""]: RegExpExecArray): Setting | null {
  const value = /^no$/i.test(count) ? 0 : /^an?$/i.test(count) ? 1 : timesIn(count);
  return value === null || value > MOST_RETRIES ? null : { field: "retries", value };
}
