import { withQuotesHidden } from "./plain-words.ts";

const QUOTE = "(⟪\\d+⟫)";
const ADDED = new RegExp(
  `(?:(?:\\b(?:add|insert|append|put(?: in)?|create|include|introduce|squeeze in|need|want|(?:finish|end|close|start|begin|kick|open|wrap|round|conclude|top)(?: (?:it|this|things|everything|the (?:whole )?(?:plan|thing|lot)))?(?: off| up)?(?: (?:it|things|the plan))? with|(?:there|we) (?:should|must|has to|have to|needs to|need to|ought to) (?:be|have))\\b)(?: an?| the| another| one(?: more)?)?((?: (?:new|final|last|first|very|extra|further|closing|opening))*)(?: step)?(?: called| named| titled)?[,:]?|\\b(?:do|have) (?:this|that|the following):) ${QUOTE}`,
  "i",
);
const EVERYTHING =
  "(?:everything|anything|all(?: (?:the|of the))?(?: other| others)?(?: steps)?|every(?: other)? step)(?: else)?";
const DONE = "(?: (?:is|are|has|have)(?: been)? (?:done|finished|complete|over|through))?";
const AT_END = new RegExp(
  `[,\\s]*\\b(?:at the (?:very )?end|as the (?:very )?last (?:step|one|thing)|(?:that |which |to )?(?:(?:runs?|comes?|happens?|goes|be done|is done) )?(?:after|once|when|behind) ${EVERYTHING}${DONE}|when (?:it is |all is |everything is )(?:all )?(?:done|finished))\\b,?`,
  "gi",
);
const AT_START = new RegExp(
  `[,\\s]*\\b(?:at the (?:very )?(?:beginning|start|top|front)|as the (?:very )?first (?:step|one|thing)|(?:that |which |to )?(?:(?:runs?|comes?|happens?|goes) )?(?:before|ahead of|in front of) ${EVERYTHING}|(?:that|which) ${EVERYTHING} (?:waits? for|waits? on|depends? on|needs?|comes? after|runs? after|follows?|should wait for|must wait for))\\b,?`,
  "gi",
);
const WAITS = new RegExp(
  `[,;.]*\\s*(?:and )?(?:(?:it|this|that)(?: step| one)? (?:waits?|has to wait|should wait|depends) (?:for|on) ${EVERYTHING}|(?:that |which )?${EVERYTHING} (?:(?:should |must )?(?:comes?|runs?|follows?|starts?) (?:after|behind)?|waits?|has to wait|should wait|depends?|must wait)(?: (?:for|on))? ?(?:it|this|that)(?: step| one)?)[.]?$`,
  "i",
);
const AS_STEP =
  /[.;,]\s*(?:please )?(?:add|put|insert|include) (?:it|that|this)(?: in)?(?: as (?:a|another|one more) (?:new )?step)?[.]?$/i;
const FILLER =
  /^(?:(?:please|can|could|would|you|we|i|also|then|and|the|plan|should|shall|must|have|has|need|needs|want|to|with|so|now|it|would like)\b[\s,.:;]*)*$/i;

/** Says which place the words around a quoted new title mean; null where they say something else. */
function placeIn(words: string, marks: string): string | null {
  const rest = words.trim();
  const ends = rest.replace(AT_END, " ");
  const starts = rest.replace(AT_START, " ");
  if (
    FILLER.test(ends.trim()) &&
    (ends !== rest || /\b(?:final|last|closing|finish|end|close|wrap|round|conclude|top)\b/i.test(marks))
  )
    return " at the end";
  if (
    FILLER.test(starts.trim()) &&
    (starts !== rest || /\b(?:first|opening|open|start|begin|kick)\b/i.test(marks))
  )
    return " at the start";
  const found =
    /^(.*?)\b(?:right |directly |straight |just |immediately )*(after|behind|below|following|once|as soon as|before|in front of|ahead of|to(?= (?:the )?(?:steps?|number|#|⟪|\d|last|first|\w+ step)))\s+(.+)$/i.exec(
      rest,
    );
  if (found) {
    const [, before = "", word = "", anchor = ""] = found;
    const [step = "", behind = ""] = anchor
      .replace(DONE_END, "")
      .split(/,\s*(?=we\b|you\b|i\b|please\b|also\b|and\b|$)/i, 2);
    if (!FILLER.test(before.trim()) || !FILLER.test(behind.trim()) || /\bbetween\b/i.test(rest)) return null;
    return ` ${/^(?:before|in front of|ahead of)$/i.test(word) ? "before" : "after"} ${step.trim().replace(DONE_END, "")}`;
  }
  return FILLER.test(rest) ? "" : null;
}

const DONE_END = / (?:is|are|has|have)(?: been)? (?:done|finished|completed?|over|through|ready)(?=,|$)/i;

// "New step ⟪0⟫, after …": the verb is left out.
const BARE =
  /^(?:an? |another |one (?:more )?)?(?:new|extra|further|additional) step(?=(?: (?:called|named|titled))?[,:]? ⟪)/i;

const BARE_DEED =
  /^(?:an? |another |one more )(?:new |extra |further |additional )*step(?= (?:for|to|that|which|where)\b| (?!(?:is|are|was|has|should|must|can|after|before|in|at|of|on|by|from|with|and|or)\b)[^,;:]+ (?:after|before|behind) \S)/i;

/** A clause that asks for a new step with a quoted title as one plain order; any other clause as it is. */
export function plainAdd(words: string): string {
  const clause = words.replace(BARE, "add a new step").replace(BARE_DEED, "add a step");
  const found = ADDED.exec(clause);
  if (!found || (clause.match(/⟪/g)?.length ?? 0) > 3 || / between /i.test(clause)) return clause;
  const before = clause.slice(0, found.index);
  const behind = clause.slice(found.index + found[0].length);
  if (/^\s*(?:,|and|or)\s*⟪/.test(behind) || /^\s*(?:to|as|into) ⟪/.test(behind)) return clause;
  const links =
    /^,? (?:that|which|and it|it) (?:should |must )?(?:only )?(?:waits?|depends?|needs?|requires?|comes?)(?: only)?(?: for| on)? (.+)$/i.exec(
      behind,
    );
  if (
    links &&
    FILLER.test(before.trim()) &&
    !new RegExp(`^(?:after |before )?${EVERYTHING}$`, "i").test(links[1] ?? "")
  )
    return `add a step ${found[2]} that waits for ${links[1]}`;
  const place = placeIn(`${before} ${behind}`.replace(/\s+/g, " "), found[0].replace(/⟪.*$/, ""));
  return place === null ? clause : `add a step ${found[2]}${place}`;
}

/** "Add a step "T" at the start; everything waits for it": what the second sentence says is so anyway. */
export function withoutEcho(message: string): string {
  return withQuotesHidden(message, (text) => {
    if (!ADDED.test(text)) return text;
    return text.replace(WAITS, "").replace(AS_STEP, "");
  });
}
