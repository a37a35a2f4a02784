import { type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import { cardinal } from "./numerals.ts";
import type { World } from "./reference.ts";
import { answer, ask, edits, type Reading, withSteps } from "./understanding.ts";

const OK =
  "(?:ok(?:ay)?|approval|permission|go[- ]?ahead|sign[- ]?off|consent|confirmation|blessing|yes|say[- ]so)";
const MINE = "(?:my|an?|manual|the|some|human|our|explicit|prior|of)";
const MY_OK = `(?:${MINE}\\s+)*${OK}`;
const BY_ME = "(?:\\s+(?:from|by|of) (?:me|us|a human|a person|someone|somebody))?";
const ASK_ME =
  "(?:ask(?:ing)?(?: (?:me|us|for (?:my )?(?:ok|approval|permission)))?|check(?:ing)? with (?:me|us)|wait(?:ing)? for (?:me|us|my (?:ok|approval|go[- ]?ahead))|prompt(?:ing)? me)";
const I_AGREE =
  "(?:i(?: have|'ve)?(?: also)? (?:approved?|say (?:yes|ok|so)|said (?:yes|ok|so)|agreed?|ok(?:ay)?(?:'?e?d)?|confirm(?:ed)?|sign(?:ed)?(?: it| them)? off|seen|see|checked|looked at|reviewed|give(?:n)? (?:my|the) (?:ok|approval|go[- ]?ahead))(?: (?:it|them|that|on it|to it))?)";

const NEEDED_NOT =
  "(?:(?:do|does|need|should|must|will) not(?: (?:need|have|want|wish|like|care))?(?: to)?|no longer (?:need|have|want|wish|care)(?: to)?|never (?:need|have|want) to)";

const OFF = [
  new RegExp(
    `^(?:stop|quit|no need for|without) asking(?: (?:me|us))?(?: for ${MY_OK})?(?: first)? (?:before|for|about|on) (.+)$`,
    "i",
  ),
  /^(?:do not|never|no longer|no need to|you need not|you do not need to|you do not have to|there is no need to) (?:ask|check with|wait for)(?: me| us)?(?: any ?more)?(?: first)? (?:before|for|about|on) (.+)$/i,
  new RegExp(
    `^(.+?) (?:no longer|does not|do not|need not|should not|need no longer)(?: (?:longer|have to))?(?: (?:need|needs|require|requires|have|wait for|ask for|ask))?(?: for)? ${MY_OK}${BY_ME}(?: any ?more| any longer)?$`,
    "i",
  ),
  new RegExp(
    `^(?:i|we) ${NEEDED_NOT} (?:approve|confirm|sign off(?: on)?|ok(?:ay)?|release|agree to|be asked (?:before|about|for|on)|be consulted (?:before|about|for|on)) (.+?)(?: any ?more| any longer| first| myself)*$`,
    "i",
  ),
  new RegExp(`^(.+?) (?:needs|requires|need|require) no ${OK}(?: any ?more| any longer)?$`, "i"),
  new RegExp(
    `^no ${OK}(?: (?:is )?(?:needed|required|necessary))?(?: any ?more)? (?:for|on|before|at) (.+?)(?: any ?more| any longer)?$`,
    "i",
  ),
  new RegExp(
    `^(?:remove|drop|delete|cancel|take (?:off|away)|lift|get rid of|turn off|switch off|disable|clear) ${MY_OK}(?: (?:step|requirement|gate))? (?:from|for|on|of|at|before) (.+)$`,
    "i",
  ),
  /^(?:you (?:can|may) )?(.+?) without (?:asking|my (?:ok|approval|permission)|approval|asking me)(?: me| us)?(?: first| any ?more)?$/i,
  /^(.+?) (?:should|must|need|can) (?:no longer|not) ask(?: me| us)?(?: first| any ?more)?$/i,
];

const ON = [
  new RegExp(
    `^(?:pause|stop|halt|wait|hold on)(?: right| just| shortly)? before (.+?),? and (?:then )?${ASK_ME}(?: first)?$`,
    "i",
  ),
  new RegExp(
    `^no (.+?) (?:without|unless|until|before) (?:${ASK_ME}|${MY_OK}${BY_ME}|${I_AGREE})(?: first)?$`,
    "i",
  ),
  new RegExp(
    `^(?:get|obtain|seek|await|request|collect|secure|ask for|wait for|i want to give|have) ${MY_OK}${BY_ME} (?:first )?(?:before|for|on|ahead of|when it comes to) (.+)$`,
    "i",
  ),
  new RegExp(
    `^(.+?) (?:must|should|may|can|will|shall|is|are) (?:not|never|only) (?:be |to )?(?:[a-z]+ ){0,3}?(?:unless|until|before|without|after|once|when|if|with) (?:${I_AGREE}|${MY_OK}${BY_ME}|asking me|i have been asked)(?: first)?$`,
    "i",
  ),
  new RegExp(
    `^(?:always |please |first )?${ASK_ME}(?: first| again)? (?:before|on|about|for|prior to) (?:you )?(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:do not|never)(?: ever)? (.+?) (?:without|unless|until|before)(?: you (?:have|get))? (?:${ASK_ME}|${MY_OK}${BY_ME}|${I_AGREE})(?: first)?$`,
    "i",
  ),
  /^(?:let|have|make|get) (?:me|us) (?:sign off|approve|confirm|check|ok|okay|review|agree)(?: on| to)? (?:before|on) (.+)$/i,
  /^(?:let|have|make|get) (?:me|us) (?:approve|confirm|ok|okay|sign off(?: on)?|release) (.+)$/i,
  /^(?:i|we)(?:'d| would|'ll| will)? ?(?:like to|want to|wanna|have to|must|need to|should)? (?:approve|confirm|sign off(?: on)?|ok|okay|release)(?: it| them)?(?: before)? (?!first$)(.+)$/i,
  new RegExp(
    `^(?:nothing|none of it|no step)(?: gets?| is| should be| must be)? (.+?) (?:until|unless|before|without) (?:${I_AGREE}|${MY_OK}${BY_ME}|${ASK_ME})(?: first)?$`,
    "i",
  ),
  /^before (.+?),? (?:i|we) (?:must|have to|want to|need to|should|will|would like to) (?:confirm|approve|sign off|agree|ok|say yes|give my ok|give my approval)(?: (?:it|them))?$/i,
  new RegExp(
    `^before (.+?),? (?:${ASK_ME}|(?:i|we) (?:need|want) (?:${MY_OK}|to be asked)|(?:get|require) ${MY_OK})(?: first)?$`,
    "i",
  ),
  new RegExp(
    `^(?:require|add|put|set|demand|need|request|make|i want|i need|turn on|switch on|enable)s? ${MY_OK}(?: (?:gate|step))?${BY_ME}(?: required)? (?:(?:for|on|to|at|before|in front of) )?(everywhere|(?<=(?:for|on|to|at|before|in front of) ).+?)(?: (?:on|too))?$`,
    "i",
  ),
  new RegExp(`^${MY_OK} (?:is )?(?:needed|required|necessary)? ?(?:for|on|before) (.+?)(?: only)?$`, "i"),
  new RegExp(
    `^(?:make|let|have) (.+?) (?:need|require|ask(?: me)? for|wait for|await) ${MY_OK}${BY_ME}(?: first)?$`,
    "i",
  ),
  /^(?:make|let|have) (.+?) ask me(?: first| before.*)?$/i,
  new RegExp(
    `^(.+?) (?:should|must|has to|have to|needs to|need to|shall|can)?(?: only)? ?(?:also |first |always )?(?:needs?|requires?|waits? for|awaits?|asks?(?: me)? for|gets?|should have|wants?) ${MY_OK}${BY_ME}(?: first| too| as well| beforehand)?$`,
    "i",
  ),
  /^(.+?) (?:should|must|has to|have to|needs to|need to|shall|only) (?:always )?(?:be (?:approved|confirmed|signed off|ok'?d|okayed|released)(?: by me| by us)?|ask (?:me|us)(?: first)?)(?: first| before.*)?$/i,
  new RegExp(
    `^(.+?) (?:must not|should not|may not|can not|will not|do not|does not|is not to|only)(?: be)? ?(?:goes?|go|runs?|run|happens?|happen|starts?|start|gets?|get|leaves?|sent|published|done)?(?: out| ahead| off| sent| live| published)? ?(?:unless|until|before|without|after|once|when|if|with) (?:${I_AGREE}|${MY_OK}${BY_ME}|asking me|i have been asked)(?: first)?$`,
    "i",
  ),
  new RegExp(`^only (.+?) (?:after|once|when|if|with) (?:${I_AGREE}|${MY_OK})$`, "i"),
];

const ONE_NOT_OTHER = new RegExp(
  `^(.*\\b(?:${OK}|ask me|approve|confirm|sign off)\\b.*?),? (?:but |and )?not (?:for|on|before|at|about) (.+)$`,
  "i",
);

/** "ask me before…", "needs my ok", and their contrary. */
export function readApproval(clause: string, world: World): Reading {
  const pair = ONE_NOT_OTHER.exec(clause);
  if (pair) {
    const [yes, no] = [readApproval(pair[1] ?? "", world), switchApproval(pair[2] ?? "", world, false)];
    if (yes?.type === "edits" && no?.type === "edits")
      return edits([...yes.edits, ...no.edits], yes.about, [yes.said, no.said].join("; "));
    return yes?.type === "edits" ? no : yes;
  }
  const only = /\bonly\b/i.test(clause) && /\bsteps\b|\bon step\b/i.test(clause);
  const forbidden = /^(?:do not|never|nothing)\b.*\b(?:without|unless|until)\b/i.test(clause);
  for (const pattern of forbidden ? [] : OFF) {
    const span = pattern.exec(clause)?.[1];
    if (span !== undefined) return switchApproval(deeds(span), world, false);
  }
  if (
    new RegExp(
      `^(?:remove|drop|delete|no|switch off|turn off|take out|take away|take back|lift|cancel|clear|undo) (?:the |all |all the |any |that |my )?${OK}s?(?: any ?more| again)?$`,
      "i",
    ).test(clause)
  )
    return withoutAsking(/\b(?:all|any)\b/i.test(clause), world);
  if (
    new RegExp(
      `^(?:no|never any|without(?: any)?) (?:more )?${OK}s?(?: (?:anywhere|at all|any ?more|any longer|in (?:this|the) plan|on any step|for anything|needed|required|please))*$`,
      "i",
    ).test(clause) &&
    /s\b|\b(?:anywhere|at all|anything|any)\b/i.test(clause)
  )
    return withoutAsking(true, world);
  if (
    /^(?:do not|never|stop|no need to|you need not|you do not (?:have|need) to) (?:ask|asking|bother|bothering)(?: me| us)?(?: for (?:my )?(?:ok|approval|permission))?(?: any ?more| again| at all| any longer)?$/i.test(
      clause,
    )
  )
    return withoutAsking(true, world);
  const leaving =
    /^(?:nothing|none of it) (?:may |should |must |shall |can )?(?:be )?(?:goes?|gets?|leaves?|is|sent|published)(?: (?:out|sent|published|posted|the house|live))* (?:without|until|unless|before)\b/i;
  if (leaving.test(clause) && outward(world).length > 0) return switchSteps(outward(world), world, true);
  for (const [pattern, count, span] of SEVERAL_PEOPLE) {
    const found = pattern.exec(clause);
    const approvers = cardinal(found?.[count] ?? "");
    if (found && approvers !== null && approvers > 0)
      return withSteps(deeds(found[span] ?? ""), world, (steps) =>
        switchSteps(steps, world, true, approvers),
      );
  }
  for (const pattern of ON) {
    const span = pattern.exec(clause)?.[1];
    if (span !== undefined)
      return switchApproval(deeds(only ? span.replace(/\bonly\b/i, "") : span), world, true);
  }
  if (/^(?:ask|check with) me first$/i.test(clause) && world.focus.length > 0)
    return switchSteps(world.focus, world, true);
  return null;
}

// Which step is meant: the one spoken of, or the only one that asks; "don't ask me anymore" means all.
function withoutAsking(isAll: boolean, world: World): Reading {
  const asking = world.plan.steps.filter((step) => step.approval);
  const spoken = world.focus.filter((step) => step.approval);
  if (asking.length === 0) return answer("No step of this plan asks for your approval. Nothing was changed.");
  if (!isAll && spoken.length > 0) return switchSteps(spoken, world, false);
  if (isAll || asking.length === 1) return switchSteps(asking, world, false);
  return ask(`From which step shall the approval go: ${namesOf(asking, "or", 3)}?`);
}

const PEOPLE = "(?:people|persons|approvers|of us|colleagues|managers)";
// With the places of the count and of the step in each.
const SEVERAL_PEOPLE: [RegExp, number, number][] = [
  [
    new RegExp(
      `^(\\w+) ${PEOPLE} (?:have to|has to|must|should|need to|needs to|shall) (?:approve|sign off(?: on)?|confirm|ok|agree to)(?: before)? (.+)$`,
      "i",
    ),
    1,
    2,
  ],
  [
    new RegExp(
      `^(.+?) (?:needs?|requires?|must have|should have) (?:the )?(?:${OK}s? (?:of|from|by) )?(\\w+) (?:${PEOPLE}|approvals|approvers)(?: to (?:approve|agree))?$`,
      "i",
    ),
    2,
    1,
  ],
];

/** The step that a deed such as "you email me the note" or "it goes out" means. */
function deeds(span: string): string {
  return span
    .replace(
      /,? (?:before|until) (?:it|they|that|this) (?:is|are|goes?|runs?|gets?|happens?|starts?)\b.*$/i,
      "",
    )
    .replace(/^everywhere$/i, "every step")
    .replace(/^(?:you|we|it is time to)\s+(?:can |may )?/i, "")
    .replace(/\s+(?:gets?|is|are|be|being|has been|have been)(?=\s+\w+$)/i, "")
    .replace(/\s+(?:goes?|going) (?:out|ahead|live|off)$/i, "")
    .replace(/\s+(?:runs?|starts?|happens?)$/i, "")
    .replace(
      /\s+(?:can|may|might|could|should|must|shall|will|would)(?: (?:now|also|just|always|simply|still))*(?: (?:be )?[a-z]+(?: (?:out|ahead|off|through))?)?$/i,
      "",
    )
    .replace(/^(?:run|start|do|execute|begin|carry out|go on with)\s+(?=\S)/i, "")
    .replace(/^(?:starting|running|doing|executing|going on with|proceeding (?:with|to))\s+/i, "");
}

function switchApproval(span: string, world: World, required: boolean): Reading {
  return withSteps(span, world, (steps) => switchSteps(steps, world, required), {
    what: required ? "shall wait for your approval" : "shall no longer wait for your approval",
    ...(required ? {} : { prefer: (step) => step.approval }),
  });
}

const OUTWARD =
  /^(?:send|e?-?mail|mail|publish|post|announce|notify|tell|share|submit|upload|release|deploy|tweet|text|message|order|pay|book|invite|deliver|ship)\b/i;

// "Nothing goes out without my ok": what tells or sends something to others.
function outward({ plan }: World): ListedStep[] {
  return plan.steps.filter((step) => OUTWARD.test(step.title));
}

export function switchSteps(
  steps: ListedStep[],
  { plan }: World,
  required: boolean,
  approvers: number | null = null,
): Reading {
  const said = `${required ? `Approval${approvers === null ? "" : ` of ${approvers} people`} required for` : "No approval for"} ${namesOf(steps)}`;
  const list = steps
    .filter((step) => step.approval !== required || approvers !== null)
    .map((step) => ({
      op: "update_step",
      step: refOf(step, plan),
      changes: [{ field: "approval", required, reason: null, expiresAfterHours: null, approvers }],
    }));
  return edits(list, steps, said);
}
