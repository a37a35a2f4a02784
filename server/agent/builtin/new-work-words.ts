/** Where a sentence about new work says that it comes first or last. */
export const AT_START =
  "(?:before (?:anything|everything)(?: else)?(?: (?:happens|starts|begins|runs|is done|gets done))?|(?:right )?at the (?:very )?(?:start|beginning|top)|as the (?:very )?first (?:thing|step|task)|(?:very )?first(?: of all| thing)?|to (?:start|begin|kick|get)(?: (?:it|things|this|the plan))?(?: with| off| going| started)?)";
export const AT_END =
  "(?:after (?:anything|everything|all(?: that| this)?)(?: else)?|(?:right )?at the (?:very )?end|as the (?:very )?(?:last|final) (?:thing|step|task)|(?:very )?last(?: of all| thing)?|to (?:finish|end|close|conclude|wrap|round|top)(?: (?:it|things|this|everything|the plan))?(?: (?:all )?(?:with|off|up))?|finally|in the end)(?:,? (?:when|once|after) (?:all|everything)(?: else)? (?:is|has been|has|are) (?:all )?(?:done|finished|over|through|complete))?";

const MUST = "(?:has|have|needs?|must|should|ought|wants?|would like)";
/** Who has to do the work, and that it has to be done. */
export const DEED = new RegExp(
  `^(?:(?:we|i|you|somebody|someone|they|one|people) (?:still |also |really |first )*${MUST}(?: to(?: have)?)?|there (?:should|must|has to|needs to) be|(?:we|somebody|someone|they)) `,
  "i",
);
const WHO = `(?:(?:we|i|you|somebody|someone|they|there|people)(?:'d)?|(?:the|an?|our|my|all|every) [\\w' -]{2,40}?) (?:still |also |really )*${MUST}\\b`;
/** A sentence that begins with a place beside other steps, and what follows it. */
export const PLACED_FIRST = new RegExp(
  `^((?:right |directly |straight |somewhere )*(?:in between|between|after|before|following|behind|ahead of|in front of|once|as soon as|when) .+?)(?:\\s*[,:]\\s*|\\s+(?=${WHO}|(?:we|i|somebody|someone|they) [a-z]+ ))(.+)$`,
  "is",
);
export const PLACED_LAST =
  /^(.+?) ((?:right |directly |somewhere )*(?:after|before|between|once|as soon as) .+?)$/is;

const NEW = "(?:new |extra |additional |further |separate |little |small |quick )*";
const ASKS =
  "(?:(?:pls|please|also|(?:i|we)(?:'d| would) like(?: to have)?|(?:i|we) (?:want|need)|have|make|add|insert|put in|create|build|write|give me|include|there (?:should|must|has to|needs to) be|let us have)\\s+)*";
/** A new step that is asked for, with a place behind it, and what it does. */
export const ASKED_STEP = new RegExp(
  `^${ASKS}(?:an?|another|one more|one) ${NEW}step(?<where>,? (?:right |straight |directly )*(?:after|following|behind|before|ahead of|in front of|between) [^,:]+?| at the (?:very )?(?:end|start|beginning))?(?:\\s*,?\\s*(?<link>in which|where|that|which|to|for|called|named)\\s+|\\s*[:,–-]+\\s+)(?<deed>.+)$`,
  "is",
);

const ADD_IT =
  "(?:(?:so|and|please|just|now|then|can you|could you|would you)\\s+)*(?:add|put|insert|include|slot|squeeze|create|make) (?:that|it|this)(?: one)?(?: in| on)?(?: please)?(?: as (?:an? |another |one more )?(?:new |extra |additional )*step| to (?:the plan|it|the list)| as well| too)?(?: please)?";
const IN_FRONT =
  "(?: (?:in front|on top|up top|(?:at|to) the (?:very )?(?:front|start|beginning|top)|first|up front))";
const BEHIND = "(?: (?:(?:at|to) the (?:very )?(?:end|back|bottom)|last))";
const IS_NEW =
  "(?:that is|thats|that's|it is|this is) (?:a |one |the )?(?:new|additional|extra)(?: step| one)?";
/** "…, add that": the work, and whether it comes first or last. */
export const ADDED_LAST = new RegExp(
  `^(.+?)[.,;:–-]+\\s*(?:${ADD_IT}(?:(${IN_FRONT})|(${BEHIND}))?|${IS_NEW})[.!?]*$`,
  "is",
);
export const NO_STEP_YET =
  /[,;]?\s*(?:and )?(?:there is|there's|we have|i see) no (?:such )?step for (?:that|it|this)(?: yet| so far)?(?=[,;.]|$)/gi;
/** What is said to be missing. */
export const MISSING =
  /^(?:there is|there's|we have|i see|we forgot|you forgot|i forgot|we need)? ?(?:an?|one|another) (?:more |last |further |new )?(?:step|thing|task|job|point)(?: (?:is )?(?:missing|forgotten|lacking|left out|to do|to be done|that (?:is missing|has to be done|needs doing|has to happen|must happen)))+((?: (?:right )?(?:before|after|between|at the) [^:]+?)?)\s*[:–-]+\s+(.+)$/is;
export const REMEMBERED =
  /^(?:(?:please|and|also|oh)[\s,]+)*(?:(?:we|you|i) (?:must|should|may|can)(?: not|n't) forget to|(?:do not|don't) (?:let us |let me )?forget to|remember to) (.+)$/is;
/** Orders about the steps that are there. */
export const OF_PLAN =
  /^(?:remove|delete|drop|rename|move|swap|merge|split|undo|redo|save|retry|approve|skip|stop|put|make|let|run|ask|wait|call|change|set)\b/i;
