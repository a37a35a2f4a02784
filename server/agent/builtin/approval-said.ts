const FREE =
  "(?:ok(?:ay)?s?|approvals?|permission|go[- ]?ahead(?! (?:and|with)\\b)|green light|sign[- ]?offs?|consent|confirmation|authori[sz]ation|clearance|thumbs[- ]up)";
const OWN = `(?:${FREE}|go|yes|say[- ]so|say|nod|blessing|agreement|assent|word|(?:counter)?signature|initials|stamp(?: of approval)?|final (?:say|word|ok)|last (?:say|word))`;
const KIND =
  "(?:(?:own|final|explicit|prior|personal|written|express|formal|manual|human|clear|quick|full) )*";
const ME = "(?:me|us|myself|ourselves|a human|a person|someone|somebody)";
const NOUN = [
  `(?:my|our) ${KIND}${OWN}(?: on (?:it|that|them))?`,
  `me (?:saying|giving|having (?:said|given)) (?:(?:the|a|an|my) )?${OWN}`,
  `(?:(?:a|an|the|any|some) )?${KIND}${OWN} (?:from|by|of) ${ME}`,
  `(?:(?:a|an|the|any|some) )?${KIND}${FREE}`,
  `(?<=\\bwithout )(?:me|us)`,
  `(?:(?:first )?(?:asking|consulting|bothering|bugging|nagging|disturbing|troubling|pestering|contacting|checking with|hearing (?:back )?from|talking to|waiting for|involving|informing) ${ME}|asking|asking first|being asked)(?: for (?:my )?${OWN})?(?: first)?`,
  `me (?:seeing|approving|checking|confirming|agreeing(?: to)?|reviewing|looking at|having (?:seen|approved|checked|confirmed|agreed to|reviewed|looked at))(?: (?:it|them|that|first))*`,
];

const DID =
  "(?:approved?|agreed?|confirm(?:ed)?|ok(?:ay)?(?:'?e?d)?|signed off|sign off|signed|said|say|gave|give|given|seen|saw|see|looked|look|(?:had|have had|have|take|took|taken) (?:a |another |one )?(?:(?:quick|good|close|last|final) )*(?:look|glance|peek)|checked|check|reviewed|review|read|released?|authori[sz]ed?|cleared?|accept(?:ed)?|nod(?:ded)?|inspect(?:ed)?|allow(?:ed)?|permit(?:ted)?|consent(?:ed)?|go|gone|went|green[- ]?light(?:ed)?|(?:am|was|feel) (?:happy|fine|ok(?:ay)?|satisfied|comfortable|content)(?: with)?|(?:had|have had|got|get) (?:a|the|my) (?:chance|opportunity) to (?:look|see|read|check|review|approve)(?: at| over)?|been asked|was asked|am asked|been consulted|tell you|told you)";
const DID_TAIL = `(?: (?:it|them|that|this|so|yes|ok(?:ay)?|off|on|to|at|over|through|you|(?:(?:a|an|the|my|our) )?(?:final |last )?${OWN}|(?:the |a )?thumbs up|they are (?:ok|fine)|it is (?:ok|fine)))*`;
const I_DID = `(?:i|we)(?: (?:have|had|also|first|personally|explicitly|finally|myself))* ${DID}${DID_TAIL}(?:,? and (?:(?:i|we) )?(?:have )?${DID}${DID_TAIL})*`;
const HEARD = `you (?:have |'ve )?(?:(?:hear|heard) (?:back )?from ${ME}|(?:got|get|have|received|receive) (?:my|our|an?|the) ${KIND}${OWN}(?: from ${ME})?|(?:asked?|checked with|check with|consulted|talked to|cleared it with) ${ME})(?: (?:first|about it))?`;
const IT_IS_APPROVED = `(?:it|that|they|this) (?:is|are|was|has been|have been|gets?) (?:approved|confirmed|okayed|ok'?d|signed off|cleared|released|authori[sz]ed)(?: (?:on|by ${ME}|with ${ME}))*`;

const LOOK =
  "(?:see|check|review|read|approve|confirm|inspect|ok(?:ay)?|look at|look over|go over|sign off(?: on)?|release|have a look at|take a look at|agree to|authori[sz]e|clear|give (?:my|an?|the) (?:ok|approval|go) (?:to|for)|know about|be asked|be consulted)";
const WANT =
  "(?:(?:really |always |also |definitely )?(?:want|need|have|will|shall|reserve the right|wish|would like|would love|like|must|should|prefer|would prefer|insist|expect|wanna|ought)(?: to)?)";
// Ways of saying that the person wants to be asked, in front of what it is about.
const ASKING = [
  `(?:always |please |first )*(?:ask|check with) ${ME} (?:if|whether) (?:it|that|this|they|everything|all) (?:is|are|looks?) (?:all )?(?:ok(?:ay)?|fine|good|alright|right|correct)`,
  `(?:always |do |just |please |first )*(?:ask|(?:double[- ]?)?check with|consult|confirm with|get back to|come (?:back )?to|talk to|wait for|clear it with|verify with|check in with) ${ME}(?: (?:first|again|personally|beforehand))*(?: for (?:(?:my|our|an?|the) )?${KIND}${OWN})?`,
  `(?:let|have) (?:me|us) (?:first )?${LOOK}(?: (?:it|that|them|on))?`,
  `(?:i|we) ${WANT} (?:get |be )?(?:asked|consulted)(?: (?:first|again|beforehand|for (?:my |an? )?${OWN}))*`,
  `(?:i|we) ${WANT} (?:first )?${LOOK}`,
  `(?:i|we) ${WANT} (?:to have )?(?:the |a |my )?(?:final |last )?(?:say|word|vote|veto)(?: in)?`,
  `(?:get|go|come|pass|run) (?:past|through|by) (?:me|us)`,
  `give (?:me|us) (?:the |a )?(?:final |last )?(?:say|word|veto|approval)`,
  `(?:i|we) (?:(?:will|shall|must|should|have to|need to|want to|would like to) )?(?:first )?give (?:(?:my|our|the|an?) )?${KIND}${OWN}(?: first)?`,
  `(?:show|send|hand|bring|pass) (?:me|us)`,
  `(?<=\\b(?:i|we) (?:(?:do|not|no|longer|never|have|need|want|wish|would|like|to|really|always|reserve|the|right|must|should|shall|will|insist|prefer|also|first|am|going|any|more|be) ){0,6})(?:approve|confirm|sign off(?: on)?|release|agree to|ok(?:ay)?|authori[sz]e|be asked|be consulted|check)(?! that\\b)`,
  `(?:be )?(?:asked|consulted)`,
  `be (?:approved|confirmed|signed off|ok'?d|okayed|released|cleared|authori[sz]ed|agreed)(?! (?:on |off )?by (?!me\\b|us\\b))(?: (?:on|by me|by us|with me|with us))*`,
  `(?:asking|bothering|bugging|nagging|pestering|checking with|waiting for) (?:me|us)`,
];

const joined = (patterns: readonly string[]) => `(?:${patterns.join("|")})`;
const word = (patterns: readonly string[], lead = "") =>
  new RegExp(`${lead}(?<![\\w⟪'])${joined(patterns)}(?![\\w'])`, "gi");

// Marks for the person's agreement, and for the wish to be asked for it.
const OK = "◆";
const ASK = "◇";

const UNTIL =
  "(?:without|unless|until|till|before|prior to|other than with|except with|except after|when not|if not)";
const AFTER =
  "(?:with|after|once|when|whenever|if|as soon as|on|upon|pending|subject to|given|provided(?: that)?|following|by)";
const BEFORE =
  "(?:before|ahead of|prior to|in front of|for|on|about|over|to|at|from|of|regarding|concerning|in)";
const NOT = "(?:not|never|no longer)";
const NEED =
  "(?:needs?|requires?|wants?|takes?|gets?|has|have|must have|should have|awaits?|waits? (?:for|on)|calls? for|asks? for|depends? on|goes through|is subject to|are subject to|is pending|are pending|deserves?)";
const HOLD =
  "(?:skip|hold(?: back| off(?: on| with)?| on with)?|keep(?: back)?|wait with|pause|stop|block|delay|freeze|halt|postpone|suspend)";
const FORBID = "(?:do not|never|nobody|no one|nothing|none|no|not|under no circumstances)";
const REMOVE =
  "(?:remove|drop|delete|cancel|skip|waive|omit|lift|disable|clear|lose|ditch|forget(?: about)?|turn off|switch off|take (?:off|away|out)|get rid of|leave out|no(?: more)?|without|scrap|undo|take|never mind|do away with)";
const AGAIN = "(?: (?:any ?more|to me|for me|any longer|again|at all|now|first|ever))*";

const GIVEN = word([I_DID, HEARD, IT_IS_APPROVED], `(?<=\\b(?:${UNTIL}|${AFTER}) )`);
const OF_NOUN = word(NOUN);
const OF_ASKING = word(ASKING);

type Frame = { pattern: RegExp; required: boolean };
const frame = (pattern: string, required: boolean): Frame => ({
  pattern: new RegExp(`^${pattern}$`, "i"),
  required,
});

const FRAMES: Frame[] = [
  frame(
    `(?:you (?:can|may|could|should) )?${REMOVE} [◆◇](?: (?:step|requirement|gate|check))?(?: (?:is |are )?(?:needed|required|necessary|wanted))?${AGAIN} (?:${BEFORE}|off(?: of)?|away from|out of) (.+?)${AGAIN}`,
    false,
  ),
  frame(
    `${OK} (?:is|are) (?:not|no longer) (?:needed|required|necessary|wanted)${AGAIN} ${BEFORE} (.+?)${AGAIN}`,
    false,
  ),
  frame(`(.+?)\\s*[:,–-]+ (?:please )?${REMOVE} [◆◇]${AGAIN}`, false),
  frame(
    `(?:make |let |have )?${OK} ${BEFORE} (.+?) (?:(?:can|may|should|must|has to|shall) (?:go|be removed|be dropped|disappear|be skipped)|go(?: away)?|(?:is|are) (?:not|no longer) (?:needed|required|necessary|wanted)|(?:is|are) (?:unnecessary|superfluous|overkill))${AGAIN}`,
    false,
  ),
  frame(
    `do not (.+?) (?:on your own|alone|by yourself|just like that|yet|right away),? (?:but |just )?${ASK}`,
    true,
  ),
  frame(`${FORBID} (.+?) ${UNTIL} ${OK}`, true),
  frame(
    `(.+?) (?:(?:can|may|must|should|shall|will|do|does|is|are|could) )?${NOT} (.*?)${UNTIL} ${OK}`,
    true,
  ),
  frame(`(?:please )?${HOLD} (.+?) ${UNTIL} ${OK}`, true),
  frame(
    `(.+?) (?:(?:is|are|stays?|remains?|must|should|will|has to|have to|be|put|kept?) )*(?:on hold|on ice|held(?: back| up| off)?|blocked|paused|frozen|closed|shut|locked|sealed|parked|off|off limits|untouched|unsent|unpublished|waiting|waits?) ${UNTIL} ${OK}`,
    true,
  ),
  frame(`before (.+?),? (?:please |always )*(?:ask|check|check in|double check)(?: first)?`, true),
  frame(
    `(?:pause|stop|wait|halt)(?: right| just)? (?:at|before|in front of) (.+?),? (?:and )?(?:wait )?(?:then )?(?:for )?(?:${OK}|${ASK})`,
    true,
  ),
  frame(`(?:you (?:can|may|could) |feel free to )?(.+?) without ${OK}${AGAIN}`, false),
  frame(`only (.+?) ${AFTER} ${OK}`, true),
  frame(`(.+?) (?:only )?${AFTER} ${OK}`, true),
  frame(
    `(.+?) (?:(?:also|both|all|each|always|first|should|must|shall|still|only) )*${NEED}(?: (?:to have|to get))? (?:also |first )?${OK}(?: (?:first|too|as well|beforehand|now))*`,
    true,
  ),
  frame(
    `(.+?) (?:must|should|shall|has to|have to|needs to|need to|is to|are to) (?:always |first |also )*be (?:approved|confirmed|signed off|ok'?d|okayed|released|cleared|authori[sz]ed|agreed)(?: (?:first|on|by me|by us|with me|with us|beforehand))*(?:,? (before .+))?`,
    true,
  ),
  frame(
    `(?!(?:when|for|with|on|about|as for|regarding) )(?:make |let |have )?(.+?) (?:(?:must|should|shall|has to|have to|needs to|need to|always|also|only) )*${ASK}(?: (?:first|before .+))?`,
    true,
  ),
  frame(
    `(?:run|clear|pass|check|discuss|agree) (.+?) (?:by|past|with|through) (?:me|us)(?: (?:first|beforehand|before .+))*`,
    true,
  ),
  frame(`(.+?)\\s*(?:=|:|->|→|=>)+\\s*[◆◇](?: (?:required|needed|first|beforehand|please))*`, true),
  frame(
    `(?:for|on|at|in) (.+?),? ${OK} (?:(?:is|are|shall|must|has to|have to|should|needs to|to|be) )+(?:obtained|needed|required|given|requested|sought|asked for|collected|had)(?: (?:first|beforehand|before))?`,
    true,
  ),
  frame(
    `${OK} (?:(?:is|are|shall|must|has to|have to|should|needs to|to|be) )+(?:obtained|needed|required|given|requested|sought|collected) (?:first )?${BEFORE} (.+?)`,
    true,
  ),
  frame(
    `(?:make|put|gate|place|set|keep|hold) (.+?) (?:subject to|behind|under|dependent (?:up)?on|conditional (?:up)?on|depend on|wait for|await|require|need|ask for) ${OK}`,
    true,
  ),
  frame(`${ASK} (.+?) for (?:(?:my|an?) )?(?:${OK}|approval|review|a check|checking|confirmation)`, true),
  frame(
    `(?:when it comes to|when the time comes (?:to|for)|when it is time (?:to|for)|for|with|on|about|regarding|as for|concerning|at) (.+?),? ${ASK}`,
    true,
  ),
  frame("(.+?) (?:is|are) (?:mine|ours) to (?:approve|confirm|release|sign off|decide)", true),
  frame(
    "(?:i am|we are) the ones? (?:who|that|to) (?:approves?|confirms?|releases?|signs? off(?: on)?|decides? on|oks?) (.+)",
    true,
  ),
  frame(
    `(?:i |we )?(?:get|obtain|seek|await|collect|secure|ask for|wait for|require|add|put|set|demand|need|want|would like|request|make|turn on|switch on|enable|insert|have|there (?:is|must be|should be)|give)?(?: in)? ?${OK}(?: (?:gate|step))?(?: (?:is|are|gets|be))?(?: (?:needed|required|necessary|mandatory|a must|obligatory))? (?:first )?${BEFORE} (.+?)(?: (?:too|as well|first))*`,
    true,
  ),
  frame(
    `before (.+?),? (?:please |always |first )*(?:${ASK}|(?:i |we )?(?:get|need|want|require|ask for|wait for|have) ${OK})(?: (?:first|for it))?`,
    true,
  ),
  frame(
    `${ASK}(?: (?:first|again|beforehand))*,? (?:${BEFORE} )?(.+?)(?: (?:first|too|as well|beforehand|either))*`,
    true,
  ),
];

// "I want no 3 any more, and 4 should go out …": what is said of one step is not said of the other.
const TWO_CLAUSES =
  /^(?:i|we|you) (?:do|want|need|would|like)\b|[,;]? (?:and|but|so) [^,;]+ (?:can|could|may|might|must|should|shall|will|would|has to|have to|needs? to|is to|are to)\b/i;

// "You need not wait for my ok to …": what is denied is the asking.
const DENIED =
  /,? ?(?:(?:but|so|and|please) )*(?:(?:you|i|we|there is) )?(?:(?:do|does|did|need|should|must|will|shall|can) not|never|no longer|no|stop|quit)(?: (?:need|needs|reason|have|has|want|wish|bother|be|get|gets|to|even|for|require|requires|wait|longer|more|necessarily|any|care))*(?= [◆◇])/i;
const NO_MORE: Frame[] = [
  frame(
    `[◆◇](?: (?:is |are )?(?:needed|required|necessary|wanted))?${AGAIN} (?:${BEFORE} )?(.+?)${AGAIN}`,
    false,
  ),
  frame(`(.+?) [◆◇]${AGAIN}`, false),
];

// "… before you send them" says of what was named when it happens.
const WHEN_DONE =
  /,? (?:before|until|when|as soon as) (?:it|they|them|that|this|you|we|anyone(?: else)?|anybody(?: else)?)(?: (?:is|does|do|are|gets?|goes?|go|can|may|will|has|have|been|be|runs?|starts?|happens?))*((?: (?!not\b)[a-z'-]+){0,3}?)(?: (?:it|them|that|this|out|on|ahead|off|up|go|goes|live))*$/i;

const ONE_AGREEMENT = new RegExp(`\\b(?:the|that|this|his|her|their) (?:\\w+ )?(${FREE})\\b`, "i");

/** "the final confirmation": a word for an agreement that may be what a step is about; null without one. */
export function agreementNamed(clause: string): string | null {
  return OF_PERSON.test(clause) ? null : (ONE_AGREEMENT.exec(clause)?.[1] ?? null);
}

const OF_PERSON = /\b(?:i|me|my|mine|we|us|our|ours|human|manual|person|someone|somebody)\b/i;

export type ApprovalSaid = { required: boolean; spans: string[] };

/** Whom a clause wants the person's agreement for, or no longer, in the words of the clause; null for other clauses. */
export function approvalSaid(clause: string): ApprovalSaid | null {
  const marked = clause
    .replace(/^(?:last|first|second|third|next|final)(?:ly)?,\s+/i, "")
    .replace(GIVEN, OK)
    .replace(OF_ASKING, ASK)
    .replace(OF_NOUN, OK)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:(?:you|we|i) )?(?:have to|need to|must|should) (?=◇)/i, "");
  if (
    !marked.includes(OK) &&
    !marked.includes(ASK) &&
    !/\b(?:me|us|ask|mine|ours|approv\w+|confirm\w*|releas\w+|sign(?:ed|s)? off|ok'?d|okayed|cleared)\b/i.test(
      marked,
    )
  )
    return null;
  const asked = marked.replace(DENIED, "").trim();
  const isDenied = asked !== marked;
  for (const text of new Set(isDenied ? [asked] : [marked, saidOnce(marked)])) {
    for (const { pattern, required } of isDenied ? NO_MORE : FRAMES) {
      const span = pattern.exec(text)?.slice(1).filter(Boolean).join(" ");
      if (span === undefined || span === "" || /[◆◇]|\b(?:not|never|no longer)\b/i.test(span)) continue;
      if (TWO_CLAUSES.test(span)) continue;
      const told = WHEN_DONE.exec(span);
      const bare = told ? span.slice(0, told.index) : span;
      const deed = told?.[1]?.trim() ?? "";
      return { required, spans: deed === "" ? [bare] : [`${bare} ${deed}`, bare] };
    }
  }
  return null;
}

// "Show me the page first, I want to approve it": the second half says the same again.
function saidOnce(marked: string): string {
  const once = marked.replace(
    /,? (?:(?:and|so|because|since|but|please) )*[◆◇](?: (?:it|them|that|this|those|first))*$/i,
    "",
  );
  return /[◆◇]/.test(once) ? once : marked;
}
