import { type Idiom, idiom, MAY, OVER, STEP, STEPS, TOGETHER } from "./idiom.ts";

const NEG =
  "(?:can|could|may|must|should|shall|will|would|do|does|is|are|need)(?: not| never)|never|(?:is|are) not (?:allowed |supposed |meant |going )?to";
const ADVERB =
  "(?:(?: also| still| really| now| first| always| simply| then| please| have to| need to| be| to)*)";
const WAITING =
  "(?:waits?|waiting|hangs? on|hanging on|hangs? back|holds? (?:on|off|back|fire|up)|holding (?:on|off|back)|stays? (?:put|back)|pauses?|rests?|sits? tight|stands? by|queues?(?: up)?|lines? up|delays?|lingers?)";
const SOMEBODY =
  "(?:(?:we|you|i|they|anyone|anybody|someone|somebody|one)(?: can| may| could)? (?!step\\b)[a-z]+ (?:on |with |to )?)?";
const UPON = "(?:for|on|upon|to|until|till|'til|untill|behind|after|before it sees)";
const RESTS =
  "(?:hangs?|hinges?|rests?|builds?|relies|rely|reliant|stands?|turns?|counts?|depends?|dependent|contingent|conditional|based|built|subject|tied|bound|down|waiting|pending|blocked|gated)";
const ON = "(?:on|upon|to|by|for)";
const ALONE =
  "(?:,? (?:and |but )?(?:on |for |to )?(?:nothing|no(?:ne| other(?: steps?)?| one)?)(?: (?:but|except|besides|other than) (?:those|them|that|it|these|this|that one)| else| more| other| besides| apart from (?:that|it))?| alone| only| exclusively|,? (?:and )?not (?:on |for )?(?:anything|any(?: other)? (?:step|one|of the others)|the others|others)(?: else)?|,? (?:and )?(?:that is|that's|thats) (?:it|all))";
const DOING =
  "(?:do|start|run|begin|have|handle|make|launch|touch|kick off|go on with|go ahead with|carry out|tackle|get to|get going with)";
const MOVES =
  "(?:(?:move|shift|jump|slide|be moved|be shifted|be put|be placed|be pushed|be pulled)(?: (?:up|down|back|forward|further up|further down|over))?|(?:go|come) (?:up|down|back|forward|further up|further down|over))";
const RIGHT = "(?:right|directly|straight|just|immediately)";
const PLACE = `(?:,? (?:${RIGHT} )?(after|behind|before|in front of|ahead of))`;
const ROLLED =
  "(?:rolled|merged|folded|lumped|combined|joined|packed|put|squeezed|glued|fused|bundled|thrown|taken)";

/** Loose ways of saying what is said of steps that are named beyond doubt. */
export const LOOSE_IDIOMS: Idiom[] = [
  idiom(
    `(?:we|you|i|they|one|nobody|no one|no ?body)? ?(?:${NEG}|nobody (?:can|may|should))(?: ever)? ${DOING} ${STEPS}(?: yet)? (?:before|until|till|unless|as long as|while)(?: not)? ${SOMEBODY}${STEPS}${OVER}`,
    "$1 should wait for $2",
  ),
  idiom(
    `(?:nobody|no one|none of us|nothing|never)(?: (?:should|may|must|can|is to|gets to))?(?: (?!step\\b)[a-z]+){0,3} ${STEPS}${OVER} (?:before|until|till|unless) ${SOMEBODY}${STEPS}${OVER}`,
    "$1 should wait for $2",
  ),
  idiom(`no ${STEPS}${OVER} (?:before|until|till|unless|without) ${STEPS}${OVER}`, "$1 should wait for $2"),
  idiom(
    `(?:let|make|have|keep|hold|get|leave)? ?${STEPS}(?: ${MAY})?${ADVERB} ${WAITING}(?: around| up)?(?: with (?:it|that))? ${UPON} ${STEPS}${OVER}`,
    "$1 should wait for $2",
  ),
  idiom(
    `(?:let |make |have )?${STEPS}(?: ${MAY})?${ADVERB}(?: is| are| be)?${ADVERB} ${RESTS} ${ON} ${STEPS}${ALONE}`,
    "$1 depends only on $2",
  ),
  idiom(
    `(?:let |make |have )?${STEPS}(?: ${MAY})?${ADVERB} ${RESTS} (?:${ON} )?(?:only|just|exactly|solely|nothing but)(?: ${ON})? ${STEPS}${ALONE}`,
    "$1 depends only on $2",
  ),
  idiom(
    `(?:let |make |have )?${STEPS}(?: ${MAY})?${ADVERB}(?: is| are| be)?${ADVERB} ${RESTS} ${ON} ${STEPS}${OVER}(?: (?:too|as well|also))?(?:,? (?:and )?(?:so|therefore|hence) (?:it|they|that one) .+)?`,
    "$1 should wait for $2",
  ),
  idiom(
    `${STEPS} (?:can|may|could|might|is allowed to|are allowed to)(?: already| well| easily| just| also)? (?!not\\b|only\\b)(?:[a-z]+ ){1,3}before ${STEPS}${OVER}`,
    "$1 does not wait for $2",
  ),
  idiom(
    `${STEPS} (?:must|should|has to|have to|needs? to|shall|ought to|is to|are to) (?:(?!not\\b|never\\b|only\\b)[a-z]+ ){1,4}before ${SOMEBODY}${STEPS}${OVER}`,
    "$2 should wait for $1",
  ),
  idiom(
    `(?:change|swap|switch|trade)(?: the)? (?:places?|positions?|spots?)\\s*[:,–-] ${STEPS} (?:and|with|for) ${STEPS}`,
    "swap $1 and $2",
  ),
  idiom(
    `${STEPS} and ${STEPS}(?: ${MAY})?(?: both| all)? (?:[a-z]+ ){0,3}${TOGETHER}`,
    "run $1 and $2 in parallel",
  ),
  idiom(`(?:do |run |start )?${STEPS} (?:while|whilst|during) ${STEPS}${OVER}`, "run $1 and $2 in parallel"),
  idiom(
    `(?:put |move |shift |bring |pull |push |take |get )?${STEPS} (?:${MAY} )?${MOVES}(?: to)?${PLACE} ${STEPS}`,
    "move $1 right $2 $3",
  ),
  idiom(
    `(?:put|move|shift|bring|pull|push|take|get|drag|slide) ${STEPS}(?: (?:up|down|back|forwards?|over|ahead|earlier|later|further up|further down))(?: to)?${PLACE} ${STEPS}`,
    "move $1 right $2 $3",
  ),
  idiom(
    `${STEPS} (?:can|may|could|might) (?:be |go |get )?(?:[a-z]+ )?even (?:if|when|though) ${STEPS} (?:is|are|has|have) (?:not|never)${OVER}(?: yet)?`,
    "$1 does not wait for $2",
  ),
  idiom(`${STEPS} ?(?:<-?>|⇄|↔|<=>) ?${STEPS}`, "swap $1 and $2"),
  idiom(
    `${STEPS} (?:${NEG})(?: be| get| go)?(?: [a-z]+){0,2} (?:before|until|till|unless) ${SOMEBODY}${STEPS}${OVER}`,
    "$1 should wait for $2",
  ),
  idiom(
    `(?:link|connect|tie|chain|hook|attach|queue|line)(?: up)? ${STEPS}(?: up)? (?:behind|after) ${STEPS}(?: too| as well| also)?`,
    "$1 should wait for $2",
  ),
  idiom(
    `(?:link|connect|tie|chain|hook|attach)(?: up)? ${STEPS}(?: up)? (?:to|with|onto) ${STEPS},? so (?:that )?.+`,
    "link $1 to $2",
  ),
  idiom(
    `${STEPS} (?:must|should|has to|have to|needs? to|shall|ought to|is to|are to) be [a-z]+(?: only)? (?:after|once|as soon as|behind) ${SOMEBODY}${STEPS}${OVER}`,
    "$1 should wait for $2",
  ),
  idiom(
    `(?:i|we) (?:really )?(?:need|want) neither ${STEPS} nor ${STEPS}(?: any ?more)?`,
    "remove $1 and $2",
  ),
  idiom(
    `${STEPS},? (?:not|never) (?:before|until|till|unless) ${SOMEBODY}${STEPS}${OVER}`,
    "$1 should wait for $2",
  ),
  idiom(
    `${STEPS} (?:can|may|could|might) (?!not\\b|only\\b|never\\b)(?:[a-z]+ ){1,5}without ${STEPS}(?: being [a-z]+|${OVER})`,
    "$1 does not wait for $2",
  ),
  idiom(
    `(?:you|we|i|they) (?:can|may|could|might)(?: already| also| just)? (?:${DOING} )?${STEPS} without (?:first )?(?:[a-z]+ing (?:for |on )?)?${STEPS}(?: first| beforehand| before)?`,
    "$1 does not wait for $2",
  ),
  idiom(
    `(?:there is )?no (?:more |longer )?need to (?:${DOING} )?${STEPS}(?: any ?more| any longer| at all| this time)?`,
    "$1 is not needed",
  ),
  idiom(`${STEPS} (?:all the way )?to the (?:very )?(?:back|bottom|end|tail)`, "move $1 to the end"),
  idiom(`${STEPS} (?:all the way )?to the (?:very )?(?:front|top|start|beginning)`, "move $1 to the start"),
  idiom(
    `${STEPS} (?:\\+|plus|&) ${STEPS}\\s*(?:=|->|→|=>)\\s*(?:(?:just )?(?:one|a single)(?: step)?)?(?:,? (?:called|named))?:? ?(⟪\\d+⟫)?`,
    "merge $1 and $2 into $3",
  ),
  idiom(
    `(?:put|move|shift|bring|pull|push|take|drag|send|stick) ${STEPS} (?:to|at) the (?:very )?(?:back|bottom|tail|tail end|end|end of the (?:line|queue|list))(?:,? (?:behind|after) (?:everything|all)(?: (?:else|the others|the rest))?)?`,
    "move $1 to the end",
  ),
  idiom(
    `${STEPS} (?:${MAY} )?(?:${MOVES}|go|come) (?:all the way )?(?:to|at) the (?:very )?(?:back|bottom|end|tail)`,
    "move $1 to the end",
  ),
  idiom(
    `${STEPS} (?:${MAY} )?(?:${MOVES}|go|come) (?:all the way )?(?:to|at) the (?:very )?(?:front|top|start|beginning)`,
    "move $1 to the start",
  ),
  idiom(
    `${STEPS}(?:,)? (?:${MAY} )?(?:all |both )?(?:be )?${ROLLED} (?:together )?(?:into|in|as|to) (?:just )?(?:one|a single)(?: single)?(?: step)?(?:,? (?:called|named|titled|and call(?:ed)? it))?(?: (⟪\\d+⟫))?`,
    "merge $1 into $2",
  ),
  idiom(
    `(?:break|split|divide|tear|pull)(?: up| apart)? ${STEP}(?: up| apart)?\\s*[:,–-]+ (?:the )?one (?:(?:step|part|half) )?(?:for |that |which |to )?(.+?)[,;]? (?:and )?(?:the other|another)(?: one| step| part| half)?(?: for| that| which| to)? (.+)`,
    "split $1 into $2 and $3",
  ),
  idiom(
    `(?:make|get|create|form) (?:two|three|four|\\d+)(?: separate| smaller)?(?: (?:steps|parts|ones|pieces))? (?:out )?of ${STEP}\\s*[:,;–-]+ (.+)`,
    "split $1 into $2",
  ),
];
