import { NUMBER_WORD } from "./numerals.ts";

/** Two claims in one; `isAll` tells whether both have to hold. */
export type LimitsInClaim = { claims: string[]; isAll: boolean };

const NUMBER = `(?:the )?[$€£]?-?(?:\\d+(?:[.,]\\d+)*|${NUMBER_WORD})(?: ?(?:%|[a-z]+))?`;
const COMPARE =
  "(?:>=?|<=?|at (?:least|most)|up to|(?:no )?(?:more|less|fewer|greater|higher|lower|larger|bigger|smaller|longer|shorter) than(?: or equal to)?|above|over|below|under|exceeds|exceeding)";
const BE = "(?:is|are|was|were|lies?|stays?|shows?|reads?|has|have)";
const BETWEEN = new RegExp(
  `^(.+?) (?:${BE} )?(not )?(?:somewhere )?between (${NUMBER}) and (${NUMBER})$`,
  "i",
);
const JOINED = new RegExp(
  `^(.+?) (${COMPARE} ${NUMBER}),? (and|but|or) (?:also )?((?:.+? )?)((?:not )?${COMPARE} ${NUMBER})$`,
  "i",
);
const SAYS =
  "(?:is|are|was|were|has|have|contains?|shows?|exceeds?|did|does|do|passed|passes|failed|fails|succeed(?:ed|s)|finished|completed|worked|changed|found|returned|gave)";
const BESIDE = new RegExp(`^([^,]+? ${SAYS}(?: [^,]+?)?),? (and|but|or) ([^,]+? ${SAYS}(?: [^,]+)?)$`, "i");
// A limit with something else behind it.
const AND_MORE = new RegExp(`(?:^|\\s)${COMPARE} ${NUMBER},? (?:and|or|but) \\S`, "i");

const LIMIT_BEHIND = new RegExp(
  `(?<!\\bthan )\\b(${NUMBER}) or (more|above|higher|greater|over|larger|less|fewer|below|lower|under)\\b(?! (?:than\\b|[$€£]?-?\\d|${NUMBER_WORD}\\b))`,
  "gi",
);

/** "80 or more" as "at least 80". */
export function withLimitsAhead(claim: string): string {
  return claim.replace(LIMIT_BEHIND, (_all, number: string, way: string) =>
    /^(?:less|fewer|below|lower|under)$/i.test(way) ? `at most ${number}` : `at least ${number}`,
  );
}

/** "The total is above 100 and below 500", "between 100 and 500"; null for a claim with one limit or none. */
export function limitsIn(claim: string): LimitsInClaim | "unclear" | null {
  const text = claim.trim().replace(/[.,;!]+$/, "");
  if (/\bneither\b.*\bnor\b/i.test(text)) return "unclear";
  const [, about = "", not, low = "", high = ""] = BETWEEN.exec(text) ?? [];
  if (high !== "")
    return not === undefined
      ? { claims: [`${about} at least ${low}`, `${about} at most ${high}`], isAll: true }
      : { claims: [`${about} less than ${low}`, `${about} more than ${high}`], isAll: false };
  const [, subject = "", first = "", joint = "", other = "", second = ""] = JOINED.exec(text) ?? [];
  const bare = other.replace(new RegExp(`^(?:it |they )?(?:${BE} )?$`, "i"), "").trim();
  const isPlain =
    second !== "" && !/^not /i.test(second) && !new RegExp(COMPARE, "i").test(`${subject} ${bare}`);
  if (isPlain)
    return {
      claims: [`${subject} ${first}`, `${bare === "" ? subject : bare} ${second}`],
      isAll: joint.toLowerCase() !== "or",
    };
  const beside = claimsBeside(text);
  if (beside !== null && (/\d/.test(text) || new RegExp(COMPARE, "i").test(text))) return beside;
  return AND_MORE.test(text) ? "unclear" : null;
}

/** Two claims that each say something of their own: "the review passed and the chart is ready"; null for other words. */
export function claimsBeside(text: string): LimitsInClaim | null {
  const [, left = "", and = "", right = ""] = BESIDE.exec(text) ?? [];
  return right === "" ? null : { claims: [left, right], isAll: and.toLowerCase() !== "or" };
}
