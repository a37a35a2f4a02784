import { FAILS, GO_ON, STOP_ALL } from "./failure-words.ts";
import { NUMBER_WORD } from "./numerals.ts";
import { withQuotesHidden } from "./plain-words.ts";

const WHEN = "(?:if|when|whenever|in case|should|once|as soon as)";
const TIMES = `(?:up to |at most |for )?(?:once|twice|thrice|${NUMBER_WORD}(?: more)?(?: times?)?)`;
const AGAIN = `(?:re-?try|try|repeat|re-?run|run)(?: (?:it|that|this|step \\d+|again))*(?: ${TIMES}| again)`;
const THEN = "(?:,? and then|,? and|,? then|,|;)";
const STILL =
  "(?:,? (?:if|when) (?:it|that) (?:still|even then|again|keeps on|keeps)? ?(?:fails|failing|does not work)(?: (?:again|still|then))?,?)?";
const END = `(?:${STOP_ALL}|give up|${GO_ON})`;
const LED = new RegExp(
  `^((?:.*?[.;] |(?:please |and |then )*))${WHEN} ([^,;.]+?) (?:ever )?(${FAILS}),?(?: then)? (${AGAIN})${THEN}${STILL} (?:please |just )?(${END})[.!]?$`,
  "i",
);
const ON_FAILURE =
  /^((?:please |and |then )*)(?:on|upon|in case of) (?:an? |the )?(?:failure|error|failures|errors) (?:of|in|at|on|with) ([^,;.]+?), /i;
const TURNED = new RegExp(
  `^((?:please |and |then )*)(?:re-?try|repeat|re-?run) ([^,;.]+?) (${TIMES})(?: (?:if|when) (?:it|that) ${FAILS})?${THEN}${STILL} (?:please |just )?(${END})[.!]?$`,
  "i",
);

/** "If 3 fails retry it twice and then stop": how often it is tried, and what comes of its failure, as two orders. */
export function withFailureChained(text: string): string {
  return withQuotesHidden(text, (bare) =>
    bare
      .replace(ON_FAILURE, "$1if $2 fails, ")
      .replace(LED, (_all, lead: string, step: string, _fails: string, again: string, end: string) =>
        chained(lead, step, timesIn(again), end),
      )
      .replace(TURNED, (_all, lead: string, step: string, times: string, end: string) =>
        chained(lead, step, times, end),
      ),
  );
}

function chained(lead: string, step: string, times: string, end: string): string {
  const outcome = /^give up$/i.test(end) ? "stop" : end;
  return `${lead}retry ${step} ${times}. If ${step} fails, ${outcome}.`;
}

function timesIn(again: string): string {
  const count = new RegExp(`(${TIMES})$`, "i").exec(again)?.[1] ?? "once";
  return count.replace(/ more\b/i, "");
}
