import { NUMBER_WORD, timesIn } from "./numerals.ts";
import { wordsIn } from "./words.ts";

/** What a clause says of the failure of what it names: retries, or what becomes of the rest. */
export type FailureSaid = { span: string } & (
  | { retries: number; isMore?: boolean }
  | { onError: "continue" | "stop" }
);

const BROKEN =
  "(?:fails?|failed|failing|breaks?(?: down)?|broke|errors?(?: out)?|crash(?:es|ed)?|go(?:es)? wrong|(?:does|do|did|will|can|could) not (?:work(?: out)?|succeed|go through|finish|complete|be (?:done|reached|completed|finished|carried out))|(?:is|are) (?:not (?:successful|possible|available|reachable)|down|unsuccessful|failing)|throws? an? (?:error|exception)|runs? into (?:an? )?(?:problems?|trouble|errors?)|hits? (?:an? )?(?:problem|snag|error)|go(?:es)? bad|falls? over|blows? up|flops?|times? out|gives? (?:an? )?error|acts? up)";
const WHEN =
  "(?:even if|even when|even though|if|when|whenever|in case|should|once|as soon as|in the event(?: that)?|just because|because|although)";
const FAULT = "(?:failures?|errors?|problems?|faults?|crash(?:es)?|exceptions?|trouble|breakdowns?)";
const IT = "(?:it|they|that|this|one|any|any of them|one of them)";

const STRONG_ON =
  /\b(?:continues?|carry(?:ing)? on|carries on|go(?:es)? on|going on|keeps? going|moves? (?:on|along)|moving (?:on|along)|(?:soldiers?|plough|plow|march(?:es)?|runs?|rolls?|works?) on|gets? on with it|proceeds?|press(?:es)? on|push on|ignored?|ignores?|ignoring|skips?|skipped|tolerated?|never ?mind|no problem|big deal|fine|ok(?:ay)?|harmless|acceptable|so be it|go(?:es)? ahead|live with it|no worries|who cares|bonus|optional|nice[- ]to[- ]have|extra|forget it|leave it|let it be|without consequences?|no consequences?)\b/gi;
const STRONG_OFF =
  /\b(?:stops?|stopped|stopping|aborting|halting|stand ?still|aborts?|aborted|halts?|halted|cancels?|cancel(?:l)?ed|ends?|ended|quits?|kills?|killed|holds? (?:up|back)|hold (?:anything|everything|the (?:rest|others)) (?:up|back)|blocks?|affects?|delays?|hinders?|matters?|care|worry|mind|problem|reason|critical|crucial|essential|vital|important|necessary|required|must|give up|terminates?|pull the plug|call it off|shut down|show ?-?stoppers?|deal ?-?breakers?|blockers?|sweat|end of the world|tragedy|disaster|drama|down with)\b/gi;
const NOT = /\b(?:not|never|no|nothing|without|neither|hardly|nobody)\b/i;
const SMALL = new Set(
  `please just simply then but and so still we you i the rest everything else anything others other all it that this them those run plan whole
  entire has have need needs ought thing things anyway regardless nevertheless with without on to a an any at of in there here more further right away immediately
  should may can must will would shall is are be been do does did not never no nothing let up back its own only really too very actually
  about over through for straight completely step steps one us as if nobody keep keeps going get gets happen happens what comes
  after follows work remaining big deal process workflow down off out bring brings grind come comes`.split(
    /\s+/,
  ),
);

// Going on without what failed denies nothing.
const WITHOUT_IT =
  /\bwithout (?:it|them|that|this|those|(?:the|its|their) (?:results?|outputs?|answers?|data))\b/gi;

// What is to become of the rest, in words of which each says nothing else; null for other words.
function reactionIn(told: string): "continue" | "stop" | null {
  const text = told.replace(WITHOUT_IT, " ");
  const goesOn = text.match(STRONG_ON) !== null;
  const ends = text.replace(STRONG_ON, " ").match(STRONG_OFF) !== null;
  const rest = wordsIn(text.replace(STRONG_ON, " ").replace(STRONG_OFF, " ")).filter(
    (word) => !SMALL.has(word),
  );
  if (rest.length > 0 || (!goesOn && !ends)) return null;
  const isDenied = NOT.test(
    text.replace(
      /\bno (?:problem|big deal|consequences?)\b|\bnever ?mind\b|\bwithout consequences?\b/gi,
      " ",
    ),
  );
  if (goesOn && ends) return isDenied ? "continue" : null;
  return goesOn === isDenied ? "stop" : "continue";
}

const POLICY = [
  new RegExp(
    `^${WHEN} (?<span>.+?) (?:can|could) not (?:be )?(?<deed>\\w+(?:ed|en|t|d))(?:,|,? then)? (?<rest>.+)$`,
    "i",
  ),
  new RegExp(`^${WHEN} (?<span>.+?) (?:ever )?${BROKEN}(?:,|,? then)? (?<rest>.+)$`, "i"),
  new RegExp(`^(?<rest>.+?),? ${WHEN} (?<span>.+?) (?:ever )?${BROKEN}$`, "i"),
  new RegExp(
    `^(?:(?:an?|any|the|every) )?${FAULT} (?:of|in|at|with|on|from|during|while) (?<span>.+?) (?<rest>(?:should|must|may|can|will|shall|is|are|does|do|has to|have to)\\b.+)$`,
    "i",
  ),
  /^(?:(?:an?|any|the|every) )?failed (?<span>.+?) (?<rest>(?:should|must|may|can|will|shall|is|are|does|do|has to|have to)\b.+)$/i,
  /^(?:failing to|not managing to|a failure to) (?<span>.+?) (?<rest>(?:should|must|may|can|will|shall|is|are|does|do|has to|would)\b.+)$/i,
  /^(?<span>.+?) (?:failing|breaking|going wrong|crashing) (?<rest>(?:should|must|may|can|will|shall|is|are|does|do|has to|would)\b.+)$/i,
  new RegExp(
    `^(?<rest>(?:do not|never) let) (?:(?:an?|any|the) )?${FAULT} (?:of|in|at|with|on|from) (?<span>.+?) (?<more>(?:stop|hold|block|affect|break|delay|hinder|end|abort|kill)\\b.+)$`,
    "i",
  ),
  new RegExp(
    `^(?<span>.+?) (?:may|can|might|could|is allowed to|are allowed to) ${BROKEN},? (?<rest>.+)$`,
    "i",
  ),
  new RegExp(
    `^(?<rest>(?:do not )?(?:ignore|tolerate|skip|forget|mind)) ${FAULT} (?:of|in|at|with|on|from|during) (?<span>.+)$`,
    "i",
  ),
];
// With what it means that a step matters or does not, and what may be said behind it.
const IMPORTANCE =
  /^(?<span>.+?) (?:is|are|seems?|counts? as) (?<rest>(?:(?:just|only|merely|absolutely|really|very|totally|purely|not|no|that|so|all that|a|an|the|at all|something) )*(?:critical|crucial|essential|vital|important|necessary|required|optional|bonus|nice[- ]to[- ]have|extra|must|big deal|problem|show ?-?stopper|deal ?-?breaker|blocker|disaster|tragedy|drama|end of the world)(?: one)?)(?<tail>(?:,|:| -| –|;| and| so|\.)? .+)?$/i;
const TAIL_WHEN = new RegExp(
  `\\b(?:${WHEN} ${IT} (?:ever )?${BROKEN}|${FAULT} (?:there|in it|of it|with it)|on ${FAULT})`,
  "gi",
);

function policyIn(clause: string): FailureSaid | null {
  for (const pattern of POLICY) {
    const { span, rest, deed = "", more = "" } = pattern.exec(clause)?.groups ?? {};
    const onError = span === undefined ? null : reactionIn(`${rest} ${more}`);
    if (span !== undefined && onError !== null) return { span: `${span} ${deed}`.trim(), onError };
  }
  const { span, rest = "", tail = "" } = IMPORTANCE.exec(clause)?.groups ?? {};
  if (span === undefined) return null;
  const matters = reactionIn(rest);
  const said = tail.replace(TAIL_WHEN, " ").trim();
  const told = said === "" ? matters : reactionIn(said);
  return told !== null && told === matters ? { span, onError: told } : null;
}

const COUNT = `(?:${NUMBER_WORD}|once|twice|thrice|an?|another|\\d+x)`;
const MANY = "(?:up to |at most |a maximum of |no more than |exactly |only |just |another |for )*";
const MORE = "(?:more|further|extra|additional|single|other)";
const TRIES = "(?:goes|go|tries|try|attempts?|chances?|shots?)";
const RETRIES = "(?:retries|retry|re-tries|repeats|repetitions)";
const ENDED =
  "(?: (?:in total|altogether|all in all|at most|at the most|max(?:imum)?|each|before giving up|please|again|over|more))*";
const OF = "(?: (?:is|are) enough| will do)?(?: (?:for|on|at|to|of|in|with))?";
const RETRY_CUES: { pattern: RegExp; isTotal: (found: string) => boolean }[] = [
  {
    pattern: new RegExp(
      `\\b(?:(?:make (?:it|that)|set|put|give|grant|allow|let|have|has|gets?|needs?|with|add|use|want|is|are)(?: (?:it|that|them|have))? )?${MANY}(?<count>${COUNT}|no|zero) (?:${MORE} )?${RETRIES}${ENDED}${OF}`,
      "i",
    ),
    isTotal: () => false,
  },
  {
    pattern: new RegExp(
      `\\b(?:(?:have|has|gets?|needs?|with|deserves?|takes?) )?${MANY}(?<count>${COUNT}) (?:${MORE} )?${TRIES}${ENDED}${OF}`,
      "i",
    ),
    isTotal: (found) => !new RegExp(`\\b${MORE}\\b|\\banother\\b`, "i").test(found),
  },
  {
    pattern: new RegExp(
      `\\b(?:be )?(?:re-?tr(?:y|ies|ied)|repeat(?:ed|s)?|re-?run|redo(?:ne)?|tr(?:y|ies|ied)|attempt(?:ed|s)?)(?: (?:it|that|them|this|again|over))* ${MANY}(?<count>${COUNT})(?: (?:${MORE} )?(?:times?|${TRIES}))?${ENDED}`,
      "i",
    ),
    isTotal: (found) =>
      /\bin total|altogether|all in all|before giving up/i.test(found) ||
      !/^(?:be )?re|\bagain\b|\bmore\b|\bover\b|\banother\b|\bextra\b/i.test(found),
  },
];
const ONCE_MORE =
  /\b(?:be )?(?:tr(?:y|ies|ied)|have another (?:go|try)(?: at)?)(?: (?:it|that|them|this))?(?: (?:once|one more time))?(?: (?:again|once more|one more time))\b/i;
const TRY_AGAIN =
  /^(?:please )?(?:retry|try|repeat|re-?run) (.+?)(?: (?:once )?(?:again|once more|one more time))?$/i;
const WHEN_BROKEN = new RegExp(
  `,?\\s*\\b(?:${WHEN} ${IT} (?:ever )?${BROKEN}|on ${FAULT}|in case of ${FAULT})`,
  "gi",
);
const WHEN_SPAN = new RegExp(`^\\s*${WHEN} (.+?) (?:ever )?${BROKEN}[\\s,]*(?:then )?$`, "i");

const TRIED = new RegExp(
  `^(?:please )?(?<verb>re-?try|try|repeat|attempt|re-?run|redo) (?<span>.+?)(?<again> again)? ${MANY}(?<count>${COUNT})(?<more> ${MORE})?(?: (?:times?|${TRIES}))?${ENDED}$`,
  "i",
);
const NEVER_AGAIN =
  /^(?<span>.+?) (?:should|must|may|can|need|shall|does|do) not (?:be )?(?:re-?tr(?:ied|y)|tried again|repeat(?:ed)?|try again)$|^(?:do not|never) (?:try|run|do) (?<other>.+?) (?:again|twice|a second time|more than once)$/i;

function retriesIn(clause: string): FailureSaid | null {
  const text = clause.replace(WHEN_BROKEN, "");
  const never = NEVER_AGAIN.exec(text)?.groups;
  if (never) return { span: never["span"] ?? never["other"] ?? "", retries: 0 };
  const tried = TRIED.exec(text)?.groups;
  const tries = tried ? countIn(tried["count"] ?? "") : null;
  if (tried?.["span"] !== undefined && tries !== null && !/^(?:it|that|them|this)$/i.test(tried["span"])) {
    const isTotal =
      !/^re|repeat/i.test(tried["verb"] ?? "") && tried["again"] === undefined && tried["more"] === undefined;
    const isMore = tried["more"] !== undefined && text === clause;
    return { span: tried["span"], retries: tries - (isTotal ? 1 : 0), isMore };
  }
  for (const { pattern, isTotal } of RETRY_CUES) {
    const found = pattern.exec(text);
    if (!found) continue;
    const count = countIn(found.groups?.["count"] ?? "");
    if (count === null) continue;
    const rest = restOf(text, found);
    const broken = WHEN_SPAN.exec(rest)?.[1];
    const isMore =
      broken === undefined &&
      text === clause &&
      new RegExp(`\\b(?:${MORE}|another|add)\\b`, "i").test(found[0]);
    return { span: broken ?? rest, retries: count - (isTotal(found[0]) ? 1 : 0), isMore };
  }
  const onceMore = TRY_AGAIN.exec(text)?.[1];
  if (onceMore !== undefined && text !== clause) return { span: onceMore, retries: 1 };
  const again = text === clause && !new RegExp(BROKEN, "i").test(clause) ? null : ONCE_MORE.exec(text);
  if (!again) return null;
  const rest = `${text.slice(0, again.index)} ${text.slice(again.index + again[0].length)}`.trim();
  const broken = WHEN_SPAN.exec(rest)?.[1];
  return { span: broken ?? rest, retries: 1, isMore: broken === undefined && text === clause };
}

// What is left of the words, without those that only give the tries.
function restOf(text: string, found: RegExpExecArray): string {
  return `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
    .replace(/^[\s,;:]+|[\s,;:]+$/g, "")
    .replace(/^(?:give|grant|allow|let)\s+/i, "")
    .replace(/(?:\s*\b(?:too|as well|also|please|likewise|have|has)\b)+$/i, "");
}

function countIn(text: string): number | null {
  if (/^(?:no|zero)$/i.test(text)) return 0;
  if (/^(?:an?|another)$/i.test(text)) return 1;
  return timesIn(text.replace(/x$/i, ""));
}

/** What a clause says of a failure, in the words of the clause; null for clauses that speak of none. */
export function failureSaid(clause: string): FailureSaid | null {
  return retriesIn(clause) ?? policyIn(clause);
}
