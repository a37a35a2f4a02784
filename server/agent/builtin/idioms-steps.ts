import { type Idiom, idiom, LIST, MAY, REF } from "./idiom.ts";

const ADD_IT =
  "(?:add|put|include|insert) (?:that|it|this|a (?:new )?step for (?:that|it|this))(?: (?:at|to) the (?:very )?(?:start|front|beginning|top|end))?";
const A_NEW_STEP =
  "(?:(?:an? |another |one )?(?:new |final |last |first |extra )*step(?:,? (?:called|named|titled))?[,:]? )?";

/** Ways of saying that steps go, come, move, become one or change their name. */
export const STEP_IDIOMS: Idiom[] = [
  idiom(
    `(?:nobody|no ?one) (?:really |actually |ever )?(?:needs|wants|uses|reads|looks at|cares about) ${REF}(?: any ?more| any longer| anyway| at all)?`,
    "$1 is not needed",
  ),
  idiom(
    `(?:do not|never|no need to|stop) (?:bother|bothering|fuss|worry|trouble)(?: yourself)? (?:with|about|over|to do|doing) ${REF}(?: any ?more| at all)?`,
    "$1 is not needed",
  ),
  [
    /^(?:add|insert|append|put in|include|create|give me) (?:an? |the |one )?(?:closing|concluding|finishing|final|last|end) (?=step\b)/i,
    "add at the end a ",
  ],
  [
    /^(?:add|insert|append|put in|include|create|give me) (?:an? |the |one )?(?:opening|initial|starting|first|kick-?off|introductory) (?=step\b)/i,
    "add at the start a ",
  ],
  idiom(
    "(?:start|begin|open|kick (?:it |things |the plan )?off)(?: (?:it|things|the plan|off))? with (an? (?!(?:new |extra )?step\\b).+?)(?:,? (?:and )?(?:everything|all)(?: else| the rest| the others)? (?:comes?|follows?|runs?|starts?|goes?) (?:after(?:wards| that| it)?|later|then|next|behind it))?",
    "add a step at the start: $1",
  ),
  idiom(`(?:so |and )?(?:out|away|off|down) with ${REF}`, "remove $1"),
  idiom(
    `no more (?!(?:need|than|of|approvals?|ok|okay|permission|consent|sign|confirm\\w*|ask\\w*|wait\\w*|retr\\w*|tries|attempts?|time ?outs?|conditions?|dependenc\\w*|links?|steps?|changes?|parallel|schedules?|runs?|questions?)\\b)${REF}`,
    "$1 is not needed",
  ),
  idiom(
    `forget (?:about )?(?!it\\b|that\\b|this\\b|everything\\b)${REF}(?: completely| entirely)?`,
    "remove $1",
  ),
  idiom(
    `(?:there is )?no (?:more |real |further )?need for (?:an? )?${REF}(?: any ?more)?`,
    "$1 is not needed",
  ),
  idiom(
    `${REF} (?:is|are|seems?|looks?) (?:pointless|useless|overkill|not (?:required|worth it|useful)|of no use|surplus|no longer (?:useful|required|necessary|wanted))(?: any ?more)?`,
    "$1 is not needed",
  ),
  idiom(
    `(?:trim|shorten|cut|reduce|limit|shrink|strip|boil|pare)(?: down)? (?:the |this |my )?(?:plan|list|it|everything|steps)(?: down| back)? to (?:only |just )?(?:its |the )?${REF}`,
    "keep only $1",
  ),
  idiom(
    `(?:the )?(?:very )?(?:last|final) (?:thing|task|action)(?: to do| to happen)? (?:${MAY}|is to) be (?:to )?${A_NEW_STEP}(.+?)(?:,? (?:so )?(?:please )?${ADD_IT})?`,
    "add a step at the end: $1",
  ),
  idiom(
    `(?:the )?(?:very )?first (?:thing|task|action)(?: to do| to happen)? (?:${MAY}|is to) be (?:to )?${A_NEW_STEP}(.+?)(?:,? (?:so )?(?:please )?${ADD_IT})?`,
    "add a step at the start: $1",
  ),
  idiom(
    "(?:wrap (?:it|this|things|everything|the plan) up|end|finish|close|conclude|round (?:it|things|the plan) off)(?: (?:it|the plan|things|everything|up|off))? with (?:a|one|another) (?:last |final |new )?step",
    "add a step at the end",
  ),
  [
    /^(?:wrap (?:it|this|things|everything|the plan) up|end|finish|close|conclude|round (?:it|things|the plan) off)(?: (?:it|the plan|things|everything|up|off))? with (?:a|one|another) (?:last |final |new )?step /i,
    "add a step at the end ",
  ],
  idiom(
    `${REF} ${MAY} be followed by (?:an? |another |one )(?:new |further |extra )*step(?:,? (?:called|named|titled|that|which|to))?[,:]? (.+)`,
    "add a step after $1: $2",
  ),
  idiom(
    `${REF} ${MAY} be preceded by (?:an? |another |one )(?:new |further |extra )*step(?:,? (?:called|named|titled|that|which|to))?[,:]? (.+)`,
    "add a step before $1: $2",
  ),
  idiom(
    `(?:replace|substitute) ${REF} (?:by|with) (?:two|three|four|five|\\d+)(?: separate| smaller| new)? (?:steps|ones)[,:]? (.+)`,
    "split $1 into $2",
  ),
  idiom(
    `${LIST} (?:are|is|do|does) (?:really |actually |basically |essentially |in fact )?(?:the same(?: thing| step| work| job| task)?|duplicates?(?: of each other)?|identical|one and the same)(?:,? (?:so )?(?:please )?|\\. )(?:make|turn|merge|combine|join|fold|put|unite) (?:them|both|the two|those|these)(?: two)?(?: together)?(?: in)?(?:to)?(?: (?:just )?(?:one|a single)(?: single)?(?: step)?)?(?:[,:]? (?:called|named|titled|and call (?:it|them)))?[,:]? (⟪\\d+⟫)`,
    "merge $1 into $2",
  ),
  idiom(
    `(?:take|pick|grab) ${REF}(?: out)? and (?:do|run|put|move|place|insert|execute) (?:it|them|that) (.+)`,
    "move $1 $2",
  ),
  idiom(`(?:do|run|execute) ${REF} (?:only )?later,? (?:namely |right |directly )?(after .+)`, "move $1 $2"),
  idiom(
    `(?:make|turn|form|combine|put) ${LIST} (?:(?:in)?to )?(?:just )?(?:one|a single)(?: single| common)? (?:step|thing|task|item)(?:,? (?:called|named|titled|with the title|and call it)|:)? (⟪\\d+⟫)`,
    "merge $1 into $2",
  ),
  idiom(
    `(?:make|form|create|build) (?:two|three|four|\\d+)(?: separate| smaller)? steps (?:out )?of ${LIST}(?:\\s*[:,;–]\\s*| -+ )(?:first )?(.+)`,
    "split $1 into $2",
  ),
  idiom(
    `${REF} (?:belongs|should (?:come|go|be|stand|run)|goes|must come)(?: right| directly| straight| just| immediately)* (after|behind|before|in front of) (.+?),? (?:so )?(?:please )?(?:move|put|shift|bring|place) (?:it|that|that one|this) there`,
    "move $1 right $2 $3",
  ),
  idiom(
    `${REF} belongs(?: right| directly| straight| just| immediately)* (after|behind|before|in front of) (.+)`,
    "move $1 right $2 $3",
  ),
  idiom(
    `move ${REF} so that (?:it|that) (?:runs|comes|goes|happens|is)(?: right| directly| straight| just| immediately)* (after|behind|before|in front of) (.+)`,
    "move $1 right $2 $3",
  ),
  idiom(
    `${REF} (?:is|was) (?:really|actually|in fact|rather) (⟪\\d+⟫)(?:,? (?:so )?(?:please )?(?:fix|correct|change|adjust|mend) (?:the|its) (?:title|name))?`,
    "rename $1 to $2",
  ),
  idiom(`the (?:name|title) of ${REF} (?:${MAY}|is to) be(?:come)? (.+)`, "rename $1 to $2"),
  idiom(
    `(⟪\\d+⟫) (?:is|would be|sounds like) (?:a |the )?(?:better|nicer|new|right|good|correct|proper) (?:name|title) for ${REF}`,
    "rename $2 to $1",
  ),
  idiom(
    `${REF} (?:gets?|has|needs|${MAY} get) (?:a |another |the )?(?:new |different |better |following )*(?:name|title)(?: now)?[:,]? (⟪\\d+⟫)`,
    "rename $1 to $2",
  ),
  idiom(
    `${REF} (?:${MAY} )?(?:be|go|stand|come|is|run) where ${REF} (?:is|stands|runs)(?: now)?,? (?:and )?(?:the other way (?:a?round)|vice versa|the reverse)`,
    "swap $1 and $2",
  ),
  idiom(
    `(?:take|kick|throw|leave|cut|strike) ${LIST} out,? and (?:also )?${LIST} (?:too|as well)`,
    "remove $1 and $2",
  ),
  idiom(`(?:put|bring|take|merge|combine) ${LIST} together as (⟪\\d+⟫)`, "merge $1 into $2"),
  idiom(
    `${REF} (?:does|is|has|contains|consists of|means)(?: really| actually| in fact)? (?:two|three|four|\\d+) (?:things|steps|parts|jobs|tasks)(?:,? (?:so )?split it(?: up)?)?\\s*[:,–-]\\s*(.+)`,
    "split $1 into $2",
  ),
  idiom(
    `${REF} (?:can|could|may|should) be done as (.+?)(?: (side by side|in parallel|at the same time|one after the other))?,? (?:so )?split it(?: up)?`,
    "split $1 into $2 $3",
  ),
  idiom(
    `${REF} (?:${MAY} )?(?:runs?|comes?|goes?|happens?|be)(?: right| directly| straight| just| immediately)* (after|before|behind) (.+?) (?:instead of|rather than) where it (?:is|stands|runs)(?: now)?`,
    "move $1 right $2 $3",
  ),
  idiom(
    `${REF} (?:should|must|needs to|has to|could) (?:have|get|be given) (?:another|a different|a better|a new) (?:name|title)`,
    "rename $1",
  ),
  idiom(`give ${REF} (?:another|a different|a better|a new) (?:name|title)`, "rename $1"),
  idiom(
    `(?:(?:make|let|have) )?${REF} (?:${MAY} )?(?:waits?|depends?) (?:for|on) (?:one more|another|some other|one other|a further) (?:step|one)`,
    "make $1 wait for",
  ),
  idiom(
    `(?:make|form|build|create) (?:just )?(?:one|a single)(?: single| common)? step (?:out )?of ${REF}`,
    "merge $1",
  ),
  idiom(`(?:turn|make) ${REF} (?:into )?(?:just )?(?:one|a single)(?: single| common)? step`, "merge $1"),
  idiom(
    `${REF} ${MAY} (?:both |all )?(?:be|become|happen|be done|run|form)(?: in)? (?:just )?(?:one|a single|the same)(?: single| common)? (?:step|go)`,
    "merge $1",
  ),
  idiom(`(?:do|run|handle) ${REF} in (?:just )?(?:one|a single)(?: single)? (?:step|go)`, "merge $1"),
  idiom(
    `(?:let |make |have )?${REF} and ${REF} (?:${MAY} )?(?:swap|trade|exchange|change|switch|reverse)(?: their)?(?: places?| positions?| spots?| order)?(?: with each other)?`,
    "swap $1 and $2",
  ),
];
