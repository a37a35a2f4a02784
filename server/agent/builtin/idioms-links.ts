import { type Idiom, idiom, MAY, REF, TOGETHER } from "./idiom.ts";

const BE = `(?:is|are|was|were|be|${MAY} be|becomes?|runs?|${MAY} run)`;
const DO = "(?:do|does|should|must|need|shall|can|may|could|would)";
const DROP_LINK =
  "(?:remove|drop|delete|cut|break|lose) (?:the|that|this) (?:dependency|link|connection|edge|wait)(?: (?:between|of) (?:them|those|these|the two|both))?";
const UNLINKED = `(?:,? (?:so )?(?:please )?(?:(?:unlink|disconnect|decouple|separate|free) (?:them|those|the two|these)(?: two)?|${DROP_LINK}))?`;
const BOTH_AT_ONCE = `,? (?:so |and |just )?(?:do|run|let|start|have) (?:them|both|the two|those|these)(?: both| two)?(?: (?:run|start|happen))? ${TOGETHER}`;

/** Ways of saying what waits for what. */
export const LINK_IDIOMS: Idiom[] = [
  idiom(
    `${REF} (?:should|must|shall|need|may|does|do|need) not (?:block|hold up|delay|hold back|stop) ${REF}`,
    "$2 does not wait for $1",
  ),
  idiom(
    "(?:add|create|put|set|insert) (?:a |an |another |the )?(?:dependency|link|connection) so (?:that )?(.+)",
    "$1",
  ),
  idiom(
    `${REF} only (?:when|once|after) (both|all|all of them|they|these|those)(?: two)? (?:are|have been|were) (?:all |both )?(?:through|done|finished|completed?|ready|over)`,
    "$1 should wait for $2",
  ),
  idiom(
    `(?:connect|link|attach|tie|hook|wire)(?: up)? ${REF}(?: up)? (?:to|with|onto) (.+?),? (?:instead of|rather than|and not)(?: to| with)? (.+)`,
    "$1 should wait for $2 instead of $3",
  ),
  idiom(
    `(?:keep|leave|let|have) ${REF} (?:waiting|wait) (?:for|on) (?:nothing|no(?: other)? steps?|nobody)(?: (?:at all|any ?more))?`,
    "$1 depends only on nothing",
  ),
  [/\bprior to\b/gi, "before"],
  [/\bsubsequent to\b/gi, "after"],
  idiom(
    `replace (?:all (?:of )?)?(?:the )?dependenc(?:y|ies) of ${REF} (?:with|by) (.+)`,
    "$1 depends only on $2",
  ),
  idiom(
    `(?:take|leave|cut|get|pull) ${REF} out of (?:the )?dependenc(?:y|ies) of (.+)`,
    "$2 does not wait for $1",
  ),
  idiom(
    `${REF} (?:${MAY} )?(?:have|has|get|gets) ${REF} (?:as|for) (?:its |the )?(?:sole|only|single|one) (?:dependency|prerequisite)`,
    "$1 depends only on $2",
  ),
  idiom(`${REF} (?:${MAY} )?follows? (?:only |just )${REF}`, "$1 depends only on $2"),
  idiom(
    `${REF} (?:${MAY} )?(?:follows?|comes? after|runs? after) ${REF} (?:alone|only)`,
    "$1 depends only on $2",
  ),
  idiom(`(?:block|gate|hold(?! off\\b| back\\b| on\\b)) ${REF} on (.+)`, "$1 should wait for $2"),
  idiom(
    `the only (?:thing|step|one)(?: that)? ${REF} (?:waits? for|depends? on|needs?|should wait for)(?: ${MAY} be| is| should be) (.+)`,
    "$1 depends only on $2",
  ),
  idiom(
    `${REF} (?:${MAY} )?be (?:finished|done|completed?|over|through|ready) before ${REF} (?:starts?|begins?|runs?|is started|can start|may start|can begin|goes|kicks? off|gets? going|gets? started|takes? off|happens?)`,
    "$2 should wait for $1",
  ),
  idiom(
    `(?:there is |we have |we need )?(?:a |one )?missing (?:dependency|link|connection)[:,]? ${REF} (?:needs?|waits? for|depends? on|requires?) (.+)`,
    "$1 should wait for $2",
  ),
  idiom(
    `${REF} (?:needs?|requires?|uses?|wants?) (?:the )?(?:results?|outputs?|data) (?:of|from) (.+?),? (?:so|and so|therefore|hence|thus) (?:it|they|that one) (?:${MAY}|has to|waits?)(?: wait)?(?: for (?:it|that|this|them))?`,
    "$1 should wait for $2",
  ),
  idiom(
    `(?:remove|drop|delete|cut|break) (?:the |that )?(?:dependency|link|connection|edge) (?:of|from|between) ${REF} (?:on|to|and|for|with) (.+?),? (?:but )?(?:both|the two)(?: steps)? (?:stay|remain|are kept|should stay)`,
    "remove the dependency of $1 on $2",
  ),
  idiom("(?:i|we) (?:do not|no longer|would not|never) (?:want|need|wish|like) you to (.+)", "do not $1"),
  idiom(
    `(?:i|we) (?:do not|no longer|would not|never) (?:want|need|wish|like|expect)(?: for)? (?!to |an? )${REF} to (?=[a-z]{2})(.+)`,
    "$1 should not $2",
  ),
  idiom(
    `(?:i|we) (?:want|wanted|would like|need|wish|prefer|would prefer|expect|would rather have|like)(?: for)? (?!to |an? |another |one more |some |you |me )${REF} to (?=[a-z]{2})(?!steps? )(.+)`,
    "$1 should $2",
  ),
  idiom(
    `(?:there is )?no (?:need|reason) for ${REF} to (?:wait for|depend on) (.+?)${BOTH_AT_ONCE}`,
    "run $2 and $1 in parallel",
  ),
  idiom(
    `${REF} (?:need not|${DO} not (?:have|need) to) (?:wait for|depend on) (.+?)${BOTH_AT_ONCE}`,
    "run $2 and $1 in parallel",
  ),
  idiom(
    `${REF} (?:need not|${DO} not (?:have|need) to) (?:be )?(?:finish(?:ed)?|done|completed?|over|end) before ${REF}(?: (?:starts?|begins?|runs?))?${BOTH_AT_ONCE}`,
    "run $1 and $2 in parallel",
  ),
  idiom(
    `${REF} (?:need not|${DO} not (?:have|need) to) (?:be )?(?:finish(?:ed)?|done|completed?|over|end) before ${REF}(?: (?:starts?|begins?|runs?))?`,
    "$2 does not wait for $1",
  ),
  idiom(`(?:there is )?no (?:need|reason) for ${REF} to (?=[a-z]{2})(.+?)`, "$1 should not $2"),
  idiom(
    `${REF} (?:waits? for|depends? on|is waiting for|is blocked by) (.+?)(?: (?:for no (?:good |real |particular )?reason|without (?:a |any |good )*(?:reason|need)|needlessly|unnecessarily|by mistake))?,? (?:so )?(?:please )?${DROP_LINK}`,
    "$1 does not wait for $2",
  ),
  idiom(
    `${REF} ${MAY}(?: only)? be (?:held(?: off| back| up)?|delayed|postponed|kept back|blocked|deferred|put off|paused|put on hold) (?:until|till|for) (.+)`,
    "$1 should wait for $2",
  ),
  idiom(
    `(?!i |we |you )${REF} ${MAY}(?: also| well| easily| just)? (?:be )?(?:[a-z]+ ){1,3}without (?:waiting (?:for|on) |needing |having |knowing )?(?!\\w+ing\\b|my\\b|our\\b|me\\b|approval\\b|an? ok|(?:any )?(?:consequences?|harm|trouble|problems?)\\b)(.+)`,
    "$1 does not wait for $2",
  ),
  idiom(
    `(?:make )?${REF} (?:${BE} )?(?:completely |fully |totally )?(?:independent(?:ly)?|decoupled|detached) (?:of|from) (.+?)${UNLINKED}`,
    "unlink $1 from $2",
  ),
  idiom(
    `${REF} (?:and|&) ${REF} (?:${BE} (?:completely |fully |totally )?(?:independent(?: of (?:each other|one another))?|unrelated)|${DO} not (?:need|wait for|depend on) (?:each other|one another))${UNLINKED}`,
    "unlink $1 from $2",
  ),
  idiom(
    `${REF} (?:and|&) ${REF} (?:has|have) nothing to do with (?:each other|one another)${UNLINKED}`,
    "unlink $1 from $2",
  ),
  idiom(`${REF} (?:has|have) nothing to do with (.+?)${UNLINKED}`, "unlink $1 from $2"),
  idiom(
    `${REF} ${BE} (?:unrelated|not (?:related|linked|connected)) to (.+?)${UNLINKED}`,
    "unlink $1 from $2",
  ),
  idiom(
    `${REF} (?:does|do) not (?:use|read|need|take|require|get) (?:anything|any data|a thing|any output|any result) (?:from|of) (.+?)(?:,? (?:so|and so|therefore|hence) (?:it|they) .+)?`,
    "$1 does not wait for $2",
  ),
  idiom(
    `${REF} (?:also )?(?:needs?|requires?|wants?)(?: also)? ${REF} (?:to be )?(?:finished|done|completed?|ready|over|through)(?: first| before| beforehand)?`,
    "$1 should wait for $2",
  ),
  idiom(
    `${REF} (?:does|do) not (?:use|read|take|build on|look at)(?: the)? (?:(?:results?|outputs?|data) (?:of|from) )?(.+)`,
    "$1 does not wait for $2",
  ),
  idiom(
    `${REF} (?:${MAY} )?(?:also )?(?:uses?|reads?|takes?|consumes?|builds? on|works? (?:on|with)|is based on) (?:the )?(?:results?|outputs?|data|findings) (?:of|from) (.+)`,
    "$1 should wait for $2",
  ),
  idiom(
    `${REF} (?:${BE}|remains?|stays?) (?:blocked|gated|held up|held back) (?:by|on|until) (.+)`,
    "$1 should wait for $2",
  ),
  idiom(
    `${REF} (?:${BE}) (?:a |the )?(?:prerequisite|precondition|requirement) (?:of|for|to) (.+)`,
    "$2 should wait for $1",
  ),
  idiom(
    `(?!first\\b|do\\b|run\\b|put\\b)${REF} (?:comes |goes |runs )?first,? (?:and )?(?:only )?then (.+)`,
    "first $1 then $2",
  ),
  idiom(`(?:do|run) ${REF} first,? (?:and )?(?:only )?then (?:do |run )?(.+)`, "first $1 then $2"),
];
