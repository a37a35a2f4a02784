import { FAILS, GO_ON } from "./failure-words.ts";
import { NUMBER_WORD } from "./numerals.ts";
import { type Idiom, idiom, LIST, MAY, REF } from "./idiom.ts";

const RUN = "(?: (?:everything|it all|all|the (?:whole |entire )?(?:run|plan|thing|process|workflow)))?";
const ERROR = "(?:an? |any |the first |every )?(?:errors?|failures?|faults?|problems?|exceptions?)";
const IF_FAILS = `(?:,? (?:if|when|whenever|in case|even if|once|as soon as) (?:it|they|that|this|one|any|one of (?:them|these|those)|any of (?:them|these|those)) (?:ever )?${FAILS}|,? (?:on|upon|at|in case of|after|if there is|when there is) ${ERROR})`;
const STOP = "(?:stop|stops|abort|aborts|halt|halts|cancel|cancels|end|ends|kill|kills)";

/** Ways of saying how a step fails, how often and how long it tries. */
export const SETTING_IDIOMS: Idiom[] = [
  idiom(
    `(?:have|let|make|get) ${REF} (?:to )?(?:ask|check with|consult) (?:me|us)(?: (?:first|beforehand|before it (?:runs|starts)))?`,
    "ask me before $1",
  ),
  [
    /(?<=\S )(?:still|ever|again|finally|really|nevertheless|also) (?=(?:fails?|breaks?|crashes|errors? out|goes wrong|does not work|keeps failing)\b)/gi,
    "",
  ],
  idiom(
    `${REF} (?:is|are) (?:just |only |merely |no more than )?(?:an? |the )?(?:fall-?back|plan b|back-?up|substitute|stand-?in|alternative)(?: (?:for|of|to) (?:it|that|.+?))?\\s*[:,;–-]+ (?:so )?(?:please )?(?:run|do|use|start|execute) (?:it|that|them) only (if|when|in case) (.+)`,
    "run $1 only $2 $3",
  ),
  idiom(
    `(?:there is )?no (?:point|sense|use) in (?:going on|continuing|carrying on|proceeding) (?:if|when|once) ${REF} ${FAILS}(?:,? .*)?`,
    "if $1 fails stop the run",
  ),
  idiom(
    `even (?:if|when) ${REF} ${FAILS},? (?:the (?:others|rest)|everything else|all others) ${MAY} (?:still )?(?:carry on|go on|continue|run|keep going|proceed)`,
    "if $1 fails continue",
  ),
  idiom(
    "(?:starting )?(?:from|with) (?:the )?(?:steps? )?#?(\\w+)(?: step)? (?:on(?:wards?)?|upwards?),? (.+?) (?:everything|every step|all(?: the)? steps)(.*)",
    "$2 steps $1 onwards$3",
  ),
  idiom(
    `(?:make |let |have |set )?${LIST} (?:${MAY} |to )?(?:all |both |each |always |only )?${STOP}${RUN}${IF_FAILS}`,
    "if $1 fails stop the run",
  ),
  idiom(
    `(?:make |let |have |set )?${LIST} (?:${MAY} |to )?(?:all |both |each |always |only |just )?(?:continues?|carry on|carries on|goes? on|keeps? going|proceeds?|moves? on|(?:be )?(?:ignored?|skipped|skips?))${RUN}${IF_FAILS}`,
    "if $1 fails continue",
  ),
  idiom(
    `${STOP}${RUN},? (?:on|upon|at|in case of|after) ${ERROR}(?: anywhere| in any step)?`,
    "if every step fails stop the run",
  ),
  idiom(
    `${STOP}${RUN},? (?:if|when|whenever|once|as soon as) (?:anything|something|any step|any one|one step|a step|one of the steps|any of the steps) (?:ever )?${FAILS}`,
    "if every step fails stop the run",
  ),
  idiom(
    `(?:if|when|whenever|once|as soon as) (?:anything|something|any step|one step|a step|one of the steps|any of the steps) (?:ever )?${FAILS},? (?:then )?(?:please )?${STOP}${RUN}`,
    "if every step fails stop the run",
  ),
  idiom(
    `(?:if|when|whenever) (?:anything|something|any step|one step|a step|one of the steps|any of the steps) (?:ever )?${FAILS},? (?:then )?(?:please )?${GO_ON}`,
    "if every step fails continue",
  ),
  idiom(
    `${REF} (?:may|can|might|could|is allowed to|are allowed to) (?:fail|break|go wrong)(?:,? (?:without|and|but) .+)?`,
    "if $1 fails continue",
  ),
  idiom(
    `(?:if|when|whenever|once|as soon as|should) ${REF} (?:ever )?${FAILS},? (?:then )?(?:please )?${STOP}(?: (?:everything(?: else)?|it all|all(?: the rest)?|the rest|the others|the (?:whole |entire )?(?:run|plan|thing|process|workflow)))?`,
    "if $1 fails stop the run",
  ),
  idiom(
    `(?:if|when|whenever|once|as soon as|should) ${REF} (?:ever )?${FAILS},? (?:then )?(?:the (?:whole |entire )?(?:run|plan|thing|process|workflow)|everything(?: else)?|all(?: the rest)?|it all) ${MAY} (?:be )?(?:stop(?:ped)?|abort(?:ed)?|halt(?:ed)?|cancell?(?:ed)?|end)`,
    "if $1 fails stop the run",
  ),
  idiom(
    `(?:ignore|never mind|do not worry|do not care|do not mind|skip)(?: it| that| about it)?,? (?:if|when|whenever|in case) ${REF} (?:ever )?${FAILS}(?:,? (?:and|but) (?:just )?(?:continue|go on|carry on|move on|proceed|keep going)(?: anyway| regardless)?)?`,
    "if $1 fails continue",
  ),
  idiom(
    `(?:just )?(?:continue|go on|carry on|move on|proceed|keep going)(?: with (?:the rest|everything else|the others))?(?: anyway| regardless)?,? (?:even )?(?:if|when|whenever|in case|although) ${REF} (?:ever )?${FAILS}`,
    "if $1 fails continue",
  ),
  idiom(
    `(?:an? |any |the )?(?:failure|error|problem|fault|crash) (?:of|in|at|with|from) ${REF} (?:${MAY}|does|do|will) not (?:stop|hold up|hold back|block|break|end|abort|affect|delay|keep|bother|hinder) .+`,
    "if $1 fails continue",
  ),
  idiom(
    `${REF} (?:is|are) (?:very |really |absolutely )?(?:critical|essential|crucial|vital|a must)(?:\\s*[:,–-]\\s*(?:so )?(?:if|when) (?:it|they|that) ${FAILS},? (?:then )?${STOP}.*)?`,
    "if $1 fails stop the run",
  ),
  idiom(
    `(?:an? |any |the )?(?:failure|error|problem|fault) (?:of|in|at|with) ${REF} ${STOP} (?:the (?:whole |entire )?(?:run|plan|thing)|everything|it all)`,
    "if $1 fails stop the run",
  ),
  idiom(
    `(?:an? |any |the )?(?:failures?|errors?|problems?|faults?) (?:of|in|at|with) ${REF} (?:is|are) (?:fine|ok|okay|no problem|acceptable|harmless|tolerable|not a problem)(?:,? .*)?`,
    "if $1 fails continue",
  ),
  idiom(
    `${REF} failing (?:is|would be) (?:no reason to (?:stop|abort|end)|fine|ok|no problem|not a problem|acceptable)(?: .*)?`,
    "if $1 fails continue",
  ),
  idiom(
    `${REF} (?:is|are) optional,? (?:so )?(?:do not|never) (?:stop|abort|end|worry).*`,
    "if $1 fails continue",
  ),
  idiom(
    `(?:if|when|whenever|in case|should) ${REF} (?:ever )?${FAILS},? (?:then )?(?:please )?(?:retry|try|repeat|run|do)(?: it| that)?(?: again)? (?:up to |at most |for )?(\\w+(?: times?)?)(?: more)?(?: at most| at the most| max(?:imum)?)?`,
    "retry $1 $2",
  ),
  idiom(
    `${REF} (?:may|can|might|could|should|must)(?: be)? (?:retried|tried again|repeated) (?:up to |at most )?(\\w+(?: times?)?)(?: (?:if|when) (?:it|that) ${FAILS})?`,
    "retry $1 $2",
  ),
  idiom(
    `${REF} (?:failing|breaking|going wrong) ${MAY} not (?:stop|hold up|block|break|end|abort|affect) .+`,
    "if $1 fails continue",
  ),
  idiom(
    `(?:just |please )?(${NUMBER_WORD}|a|single)( more)? (?:single )?(?:retr(?:y|ies)|re-?tries) (?:is enough |are enough |will do )?(?:for|on|at) ${REF}(?: (?:is|are) (?:enough|fine|plenty))?`,
    "give $3 $1$2 retries",
  ),
  idiom(
    `(?:none(?: of (?:the |these |those |them|my |our )?(?:steps)?)?|no(?: single| one)? step|nothing) (?:${MAY}|is to) (?:ever )?(?:be )?(?:retr(?:y|ied)|repeat(?:ed)?|tried again|try again)(?: (?:itself|anything|at all|any ?more|when it fails|if it fails))*`,
    "do not retry every step",
  ),
  idiom(
    "(?:turn off|switch off|disable|remove|drop|delete) (?:(?:all(?: the| of the)?|every) retr(?:y|ies)(?: in (?:the|this) plan| everywhere| altogether)?|(?:the )?retries (?:everywhere|(?:on|of|from|for|in) (?:all|every|each|any)(?: of)?(?: the)? steps?))",
    "do not retry every step",
  ),
  idiom(`(?:no|zero) retries(?: (?:anywhere|at all|any ?more|please))*`, "do not retry every step"),
  idiom(
    `(?:try|attempt) ${REF} (?:at most |up to |max(?:imum)? |no more than )?(\\w+ times?|twice|thrice)(?:,? (?:at most|max(?:imum)?|tops|at the most))?`,
    "try $1 $2",
  ),
  idiom(
    `${REF} (?:gets?|has|have|${MAY} (?:get|have)) (?:at most |up to |only )?(\\w+) (?:attempts?|tries|try)`,
    "give $1 $2 attempts",
  ),
  idiom(`(?:give|set|put)(?: on)? ${REF} an? (?:timeout|time limit) of (.+)`, "set the timeout of $1 to $2"),
  idiom(
    `${REF} (?:gets?|has|needs?|${MAY} (?:get|have)) an? (?:timeout|time limit)(?: of)? (.+)`,
    "set the timeout of $1 to $2",
  ),
];
