import { withQuotesHidden } from "./plain-words.ts";

const OK =
  "(?:ok(?:ay)?|approval|permission|go[- ]?ahead|sign[- ]?off|consent|confirmation|blessing|say[- ]so)";
const ASKS = `(?:(?:be )?(?:asked|consulted)|(?:ask|check with|consult|get back to) (?:me|us)|(?:my|our) ${OK}|i (?:want|need|would like|have) to (?:approve|confirm|ok|see|check)|needs? (?:an? )?(?:approval|${OK})|(?:get|require|wait for) (?:an? |my )?${OK})`;
const DENIED = new RegExp(
  `\\b(?:not|never|no longer|without|stop|remove|drop|delete|lift|cancel|no)\\b[^.;]*\\b${ASKS}`,
  "i",
);
const EXCEPTED = new RegExp(
  `^([^.;]*\\b${ASKS}\\b[^.;]*?)(?:,\\s*(?:but |and |though |only )?|\\s+but )(?:please )?not (before|for|on|with|about|at) ([^.;]+?)(?=[.;!]|$)`,
  "i",
);
const ANY = /\b(?:anything|any of|any other|the (?:rest|others?)|everything|all)\b/i;

/** "Ask me before 3, but not before 4": the exception as an order of its own. */
export function withApprovalExcepted(text: string): string {
  return withQuotesHidden(text, (bare) =>
    bare.replace(EXCEPTED, (all, asked: string, word: string, excepted: string) =>
      DENIED.test(asked) || ANY.test(excepted)
        ? all
        : `${asked}. Do not ask me ${word === "for" ? "before" : word.toLowerCase()} ${excepted}`,
    ),
  );
}
