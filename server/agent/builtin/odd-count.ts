import { withQuotesHidden } from "./plain-words.ts";

const COUNT = String.raw`(?<![\w.,$€£:/#-])(?:(?:[-–−]|minus )\d+(?:[.,]\d+)?|\d+[.,]\d+|\d+(?:\.\d+)?e\d+|\d{3,})(?:[.,]\d+)*`;
const TRIES = "(?:re-?tr(?:y|ies)|attempts?|tries|repeats|repetitions)";
const ODD = [
  new RegExp(`(${COUNT}) (?:more |further |extra |additional |times )?${TRIES}\\b`, "i"),
  new RegExp(
    `\\b(?:re-?try|try|repeat|re-?run|attempt|retried|tried|repeated)\\b[^.;]*? (${COUNT}) ?(?:times|x)\\b`,
    "i",
  ),
  new RegExp(`\\b${TRIES}\\b[^.;]*? (?:to|at|=|of|by) (${COUNT})(?=[\\s.;!]*$)`, "i"),
];

/** The refusal of a count of retries that no step can have: "2.5 retries"; null where there is none. */
export function oddCountIn(text: string): string | null {
  let odd: string | undefined;
  withQuotesHidden(text, (bare) => {
    odd = ODD.map((pattern) => pattern.exec(bare)?.[1]).find((count) => count !== undefined);
    return bare;
  });
  return odd === undefined
    ? null
    : `A step can be retried 0 to 9 times, in whole numbers, not ${odd} times. Nothing was changed.`;
}
