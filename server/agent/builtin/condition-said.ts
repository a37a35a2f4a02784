/** What a clause makes to run only if something is so, or only if it is not so. */
export type ConditionSaid = { span: string; claim: string; negated: boolean };

const IF =
  "(?:if and only if|if|when|whenever|in case|provided(?: that)?|as long as|on (?:the )?condition(?: that)?|in the event(?: that)?|given that|assuming(?: that)?)";
const SURE_IF =
  "(?:if|when(?= there (?:is|are)\\b|[^,]*\\b(?:more|less|fewer|greater|higher|lower) than\\b|[^,]*\\bat (?:least|most)\\b)|in case|provided(?: that)?|as long as|on (?:the )?condition(?: that)?|in the event(?: that)?|given that|assuming(?: that)?)";
const ONLY = "(?:only|just|exclusively|solely)";
const DO = "(?:run|do|start|execute|perform|carry out|go on with|proceed with)";
const MAY = "(?:should|must|may|can|will|shall|has to|have to|is to|are to|ought to|need)";
const NOT_DO = `(?:skip|leave out|omit|bypass|pass over|jump over|no|never(?: ${DO})?|do not(?: ever)?(?: ${DO})?|there is no need (?:to|for)|no need (?:to|for))`;
const BE =
  "(?:runs?|starts?|happens?|executes?|goes? ahead|proceeds?|be (?:run|done|started|executed|sent)|is (?:run|done|started|sent)|are (?:run|done|sent))";
const LEFT_OUT = "(?:be )?(?:skipped|left out|omitted|bypassed|dropped)";

const said = (pattern: string, negated: boolean) => ({ pattern: new RegExp(`^${pattern}$`, "i"), negated });
const WAYS = [
  said(
    `(?:${ONLY} )?${IF} (?<claim>.+?)(?:,|,? then|(?= skip )|(?= leave out )) ?(?:please )?${NOT_DO} (?<span>.+)`,
    true,
  ),
  said(`unless (?<claim>.+?)(?:,|,? then) (?:please )?${NOT_DO} (?<span>.+)`, false),
  said(`unless (?<claim>.+?)(?:,|,? then) (?:please )?(?:${DO} )?(?<span>.+)`, true),
  said(`(?:leave|take|cut) (?<span>.+?) out,? ${IF} (?<claim>.+)`, true),
  said(`${NOT_DO} (?<span>.+?) unless (?<claim>.+)`, false),
  said(`(?<span>.+?) ${MAY} not (?<deed>.*?) ?unless (?<claim>.+)`, false),
  said(`${NOT_DO} (?<span>.+?),? ${IF} (?<claim>.+)`, true),
  said(`(?<span>.+?) (?:${MAY}|does|do) not (?<deed>(?:need to )?.*?),? ?${IF} (?<claim>.+)`, true),
  said(`(?<span>.+?) (?:${MAY}|is|are|gets?) ${LEFT_OUT},? unless (?<claim>.+)`, false),
  said(`(?<span>.+?) (?:${MAY}|is|are|gets?) ${LEFT_OUT},? ${IF} (?<claim>.+)`, true),
  said(`(?<span>.+?)(?: ${MAY})? ${ONLY} (?:${BE}|be (?<deed>\\w+(?: \\w+)?)) ${IF} (?<claim>.+)`, false),
  said(`${ONLY} (?:${DO} )?(?<span>.+?),? ${IF} (?<claim>.+)`, false),
  said(`(?:${DO} )?(?<span>.+?)(?: ${MAY})?(?: ${BE})? ${ONLY} (?:${BE} )?${IF} (?<claim>.+)`, false),
  said(`(?:${ONLY} )*${DO} (?<span>.+?),? (?:${ONLY} )?${SURE_IF} (?<claim>.+)`, false),
  said(`(?<span>.+?) ${MAY} (?:${BE}|be (?<deed>\\w+(?: out)?)) ${IF} (?<claim>.+)`, false),
  said(`(?:${DO} )?(?<span>.+?),? unless (?<claim>.+)`, true),
  said(
    `${IF} (?<claim>.+?)(?:,|,? then|(?<!\\b(?:has|have|had|to|was|is|did|not|will|can))(?= (?:run|do|start) )) ?(?:then )?${DO} (?<span>.+)`,
    false,
  ),
];
// Too weak to be a condition unless what runs is named for sure.
const WEAK = [
  said(`(?<span>.+?),? ${SURE_IF} (?<claim>.+)`, false),
  said(`${SURE_IF} (?<claim>.+?)(?:,|,? then) (?<span>.+)`, false),
];
const OTHERWISE =
  /[,;]? (?:and )?(?:otherwise|else|if not),? (?:please )?(?:just )?(?:skip|leave out|omit|do nothing|nothing|drop|forget|ignore|do not do)(?: (?:it|them|this|that(?: \w+)?|the \w+|to do))?$/i;

/** The ways in which a clause can be read as a condition, the likeliest first. */
export function conditionsSaid(clause: string): (ConditionSaid & { isSure: boolean })[] {
  const bare = clause.replace(OTHERWISE, "");
  const read = (ways: typeof WAYS, isSure: boolean) =>
    ways.flatMap(({ pattern, negated }) => {
      const { span = "", claim = "", deed = "" } = pattern.exec(bare)?.groups ?? {};
      return span === "" || claim === "" ? [] : [{ span: `${span} ${deed}`.trim(), claim, negated, isSure }];
    });
  return [...read(WAYS, true), ...read(WEAK, false)];
}
