import { timesIn } from "./numerals.ts";
import { asksFirst } from "./approval-asides.ts";
import { deedAwaitingMe } from "./approval-before.ts";
import { approvalSaid } from "./approval-said.ts";
import { asOrder } from "./active-voice.ts";
import { SENDS_TO, takeSchedule, takeWebhook } from "./brief-schedule.ts";
import type { Task, Triggers } from "./brief-task.ts";

export const APPROVAL_WORD =
  "(?:ok(?:ay)?|approval|go[- ]?ahead|permission|sign[- ]?off|consent|confirmation|freigabe|zustimmung|einverständnis|erlaubnis|genehmigung|bestätigung|okay?|aprobación|permiso|autorización|consentimiento|confirmación|visto bueno|accord|approbation|autorisation|permission|feu vert|aval)";
const APPROVAL_ONLY = [
  new RegExp(
    `^(?:then |and |but |please )*(?:wait (?:for|until)|get|ask for|obtain|request|needs?|require|hole?|warte auf) (?:my|our|the|a|an|me|i|mein\\w*)? ?(?:boss'?s? |manager'?s? )?(?:${APPROVAL_WORD}|to (?:approve|confirm)|have approved|say (?:yes|ok))\\b.*$`,
    "i",
  ),
  /^(?:then |and |but |please )*(?:ask|check with|consult) me(?: (?:first|again|for (?:my )?(?:ok|approval|permission)))?$/i,
  /^(?:then |and |but |please )*(?:wait|hold(?: on| off)?|pause|stop)(?: here| there)? (?:until|till) (?:i|we)(?:'ve|'m| have| am| are)? (?:(?:first|personally|fully) )?(?:sign|approv|check|confirm|agree|ok|say|said|gi?ve|gave|releas|read|look|review|see|clear|authori|accept|happy|satisfied|fine|nod|tell|told|let you|had a look|have had a look)\p{L}*\b.*$/iu,
  /^(?:frag(?:e)? mich (?:vorher|zuerst|zuvor|erst)|pregúntame (?:antes|primero)|demande[zr]?-moi (?:avant|d'abord))$/i,
  new RegExp(`^(?:my |our |manual )?${APPROVAL_WORD}(?: (?:by|from|of) me)?$`, "i"),
  /^(?:i|we) (?:(?:have to|need to|must|want to|will|should|would like to|'ll|'d like to) )?(?:first )?(?:approve|confirm|sign off(?: on)?|check|review|release|ok(?:ay)?|agree(?: to)?|look over|have a look(?: at)?|give (?:my|our|the) (?:ok(?:ay)?|approval|go[- ]?ahead))(?: (?:it|them|that|this|the \w+(?: \w+){0,3}))?(?: first)?$/i,
  /^(?:then |and |but |please )*(?:show (?:it|them|that|this|the \w+(?: \w+)?) to (?:me|us)(?: first| for (?:approval|review|confirmation))?|(?:send|give|hand|bring) (?:it|them|that|this|the \w+(?: \w+)?) to (?:me|us)(?: first| for (?:my )?(?:approval|review|confirmation|ok)))$/i,
  /^(?:then |and |but |please )*(?:show|send|hand) me (?:it|them|that|this|the \w+(?: \w+)?) (?:first|for (?:approval|review|confirmation))$/i,
  /^(?:then |and |but |please )*let (?:me|us) (?:check|see|review|read|approve|confirm|inspect|look at|have a look at|look over|go over) (?:it|them|that|this|the \w+(?: \w+)?)(?: first)?$/i,
];
const ASK_BEFORE =
  /^(?:then |and |but |please |aber |pero |mais )*(?:ask(?: for)?(?: me)?(?: (?:my )?(?:ok|approval|permission))?(?: first)?|check with me|wait for my (?:ok|approval)|frage? mich,?|pídeme (?:permiso|aprobación|confirmación)|pregúntame|demande[zr]?-moi(?: (?:mon accord|la permission))?) (?:before|bevor|vor|antes de|antes|avant de|avant) (?:you |du |que )?(.+)$/i;
// "Let me read the page before it is sent to the board."
const LET_ME =
  /^(?:then |and |but |please )*(?:let (?:me|us) (?:check|see|review|read|approve|confirm|inspect|look at|have a look at|take a look at|look over|go over)|show (?:me|us)|(?:i|we) (?:want|need|have|would like) to (?:check|see|review|read|approve|confirm|look at|look over)) (.+?),? before (?:you )?(.+)$/i;
// "Vor dem Versand will ich ihn freigeben": the deed in front, what the person wants to do behind it.
const FOREIGN_BEFORE =
  /^(?:und |aber |y |pero |et |mais )*(?:(?:vor (?:de[mr]|jede[mr]|einer?|einem) |bevor (?:du |sie |es |das |die |der )?)(.+?),? (?:(?:will|möchte|muss|soll|würde) ich\b|(?:ich )?(?:will|möchte|muss) (?:ich )?|brauch(?:st|t|e) (?:du|es|ich) mein|frag|hol|warte|zeig).*|antes del? (?:que (?:se )?)?(.+?),? (?:(?:yo )?(?:quiero|debo|necesito|tengo que|pídeme|pregúntame|enséñame|muéstrame|espera|consúltame).*)|avant (?:de |d'|l'|la |le |les |que )?(.+?),? (?:je (?:veux|dois|souhaite|voudrais)|demande|montre|attends).*)$/iu;
const ASIAN_ASK =
  /^(?:在)?(.+?)(?:する|の)?(?:之前|前に|前)[、，,]?(?:必ず|先に|先|请先|请|要)?(?:私に|私の|我的?|让我|问|征求我的?|经我|由我|需要我)?(?:確認|承認|許可|聞|尋ね|确认|同意|批准|许可|问我|审批)/u;
const ONLY_AFTER =
  /^(?:but |and |und |die |the )*(.+?)(?:,)? (?:only (?:go(?:es)? out |run |happen |be \w+ )?(?:after|once|when|if) i(?: have|'ve)? .*|(?:geht|gehen|erst raus|werden)\b.*wenn ich .*(?:zugestimmt|freigegeben|bestätigt).*)$/i;
const AFTER_ME =
  /^(?:and |but )*(?:only )?(?:after|once|when|as soon as) i(?: have|'ve)? (?:signed off|approved|confirmed|said (?:yes|ok)|agreed|ok'?d)(?: (?:it|them|on it))?,? (.+)$/i;
const BEFORE_DEED = new RegExp(
  `^(?:and |but |please )*before (?:you )?(?:actually )?(.+?),? (?:please )*(?:(?:get|obtain|request|ask(?: me)? for|wait for) (?:my|our|an?|the) ${APPROVAL_WORD}|(?:ask|check with|consult) me)(?: first)?$`,
  "i",
);
const NOT_WITHOUT = new RegExp(
  `^(?:do not|don't|never) (.+?) (?:without|until|unless|before) .*(?:${APPROVAL_WORD}|asking me|i(?: have|'ve)? (?:approve|confirm|agree|say|said|sign|see|seen|check|look|ok)\\w*).*$`,
  "i",
);

// "Wait for my approval before writing it to a.md" names the work that waits.
const OWN_DEED =
  /^(?:please )?wait for my (?:ok|approval) before (?:you )?\w+ (?:it|them|the|a|an|my|our|this|that)\b/i;

// `isWhole`: its clauses are no work of their own, whatever they look like.
type ApprovalCue = { type: "next" } | { type: "deed"; deed: string; isTask: boolean; isWhole?: boolean };

/** "Wait for my ok", "ask me before…": whom a pause for the person holds up; null for other words. */
export function approvalCue(text: string): ApprovalCue | null {
  const clause = text.trim().replace(/[.!,;]+$/, "");
  if (OWN_DEED.test(clause)) return { type: "deed", deed: ASK_BEFORE.exec(clause)?.[1] ?? "", isTask: false };
  if (APPROVAL_ONLY.some((pattern) => pattern.test(clause))) return { type: "next" };
  const after = AFTER_ME.exec(clause);
  if (after) return { type: "deed", deed: after[1] ?? "", isTask: true };
  const shown = LET_ME.exec(clause);
  if (shown) return { type: "deed", deed: activeDeed(shown[2] ?? "", shown[1] ?? ""), isTask: false };
  const abroad = FOREIGN_BEFORE.exec(clause);
  const awaited = abroad?.[1] ?? abroad?.[2] ?? abroad?.[3];
  if (awaited !== undefined) return { type: "deed", deed: awaited, isTask: false, isWhole: true };
  const asian = ASIAN_ASK.exec(clause)?.[1];
  if (asian !== undefined) return { type: "deed", deed: asian, isTask: false };
  const deed =
    (ASK_BEFORE.exec(clause) ??
      BEFORE_DEED.exec(clause) ??
      NOT_WITHOUT.exec(clause) ??
      ONLY_AFTER.exec(clause))?.[1] ?? deedAwaitingMe(clause);
  return deed === null ? null : { type: "deed", deed, isTask: false };
}

// "It is sent to the board" said of the page: "send the page to the board".
function activeDeed(deed: string, object: string): string {
  return asOrder(/^(?:it|they|that|this)\b/i.test(deed) ? deed.replace(/^\w+/, object) : deed) ?? deed;
}

const ASIDE = /\s*(?:[(（]([^()（）]*)[)）]|[[【]([^[\]【】]*)[\]】])\s*$/;

/** A task's text without what stands in brackets behind it, and what the brackets say about it. */
export function withoutAsides(text: string): { text: string; asides: string[] } {
  const found = ASIDE.exec(text);
  const aside = found?.[1] ?? found?.[2] ?? "";
  // What stands in square brackets may be a part of the text.
  if (!found || aside.includes("`") || (found[1] === undefined && !isApprovalAside(aside)))
    return { text, asides: [] };
  const rest = withoutAsides(text.slice(0, found.index));
  return { text: rest.text, asides: [...rest.asides, aside] };
}

/** What says in square brackets that the person is asked, in round ones. */
export function withRoundBrackets(text: string): string {
  return text.replace(/\[([^[\]()`]*)\](?!\()/g, (all, aside: string) =>
    isApprovalAside(aside) ? `(${aside})` : all,
  );
}

const OWN_APPROVAL = new RegExp(
  `(?<!\\p{L})(?:my|our|mein\\p{L}*|unser\\p{L}*|mi|nuestr[oa]|mon|ma|notre) ${APPROVAL_WORD}(?!\\p{L})|(?<!\\p{L})(?:solo|sólo|nur|seulement|uniquement|only|erst)(?: \\p{L}+){0,3} (?:i|ich|je|yo|me|mich|moi)(?!\\p{L})`,
  "iu",
);

const NEEDS_APPROVAL = new RegExp(
  `\\b(?:needs?|after|with|requires?|only with|wait for)\\b.*\\b(?:${APPROVAL_WORD})\\b|\\bask me\\b|\\bapprove\\b`,
  "i",
);

const ASIAN_APPROVAL =
  /(?:我|私|本人).{0,5}(?:同意|批准|确认|承認|許可|確認|点头)|(?:同意|批准|确认|確認|承認).{0,4}(?:我|私)/u;

/** Whether words behind a task make it wait for the person's agreement. */
export function isApprovalAside(aside: string): boolean {
  return (
    asksFirst(aside) ||
    OWN_APPROVAL.test(aside) ||
    ASIAN_APPROVAL.test(aside) ||
    NEEDS_APPROVAL.test(aside) ||
    approvalSaid(`it ${aside}`)?.required === true
  );
}

/** Applies what an aside says; false when it says that the task needs no step. */
export function applyAside(aside: string, task: Task): boolean {
  if (/\b(?:done already|already done|no step|not needed|skip(?: this)?|erledigt)\b/i.test(aside))
    return false;
  if (isApprovalAside(aside)) task.approval = true;
  else if (/\bstarts? the run\b|\brun input\b|\btrigger\b|\bpayload\b|\bfrom the webhook\b/i.test(aside))
    task.usesRunInput = true;
  else if (/\b(?:retry|try again|retries|up to)\b/i.test(aside)) task.retries = timesIn(aside);
  else if (/\b(?:optional|ignore (?:errors|failures)|may fail)\b/i.test(aside)) task.toleratesFailure = true;
  else if (!/^one step$/i.test(aside)) task.detail = `${task.detail}`;
  return true;
}

const ARRIVAL =
  /^(?:when(?:ever)?|each time|every time|as soon as|on every|on each|if|wenn|sobald|immer wenn|cuando|cada vez que|quand|dès qu['e]|lorsqu['e]|chaque fois qu['e])\b[\s\S]*?(?:web ?hook|arrives?|comes? in|lands?|is (?:posted|added|created|opened|submitted|received)|gets? (?:posted|added|submitted)|(?:we|i) (?:get|receive)|somebody|someone|a new|ein neue\w*|eingeht|eintrifft|ankommt|llegue|llega|entre|arrive|payload|signs? (?:up|in)|files? (?:an?|the)|fires)\b[^,:]*[,:]\s*/i;
// What begins each run, whatever it does: "each time a customer fills in the form, …".
const EACH_TIME =
  /^(?:and |also )?(?:(?:each|every|any) ?time|whenever|every time that|on each occasion|jedes ?mal,? wenn|immer wenn|chaque fois qu['e]?|cada vez que)\b[^,:]*[,:]\s*/i;
const FOR_EACH =
  /^(?:for|on|upon|with|after) (?:each|every|any)(?: (?:new|incoming|arriving|single|further))* (?!day|week|month|year|hour|minute|morning|evening|night|time)[^,:]{2,60}[,:]\s*/i;
// At the start of a brief, an event that nothing before it brings about.
const EVENT =
  /^(?:when|if|as soon as|once|wenn|sobald|quand|lorsqu['e]|cuando) ?(?:an?|any|some\w*|anybody|anyone|another|new|people|customers?|users?|clients?|guests?|visitors?|ein(?:e[rs]?)?|jemand|un[ea]?|quelqu'un|alguien) ?[^,:]*[,:]\s*/i;
const GIVEN = [
  /^.*\b(?:sends?|posts?|calls?|delivers?|triggers?|fires?|gives?|pushes?|makes?|emits?)\b.*\bweb ?hooks?\b.*$/i,
  /^(?:(?:each|every) ?time|whenever|on each run|for every run)\b,? (?:i|we|you|they|people|users?|customers?|someone|somebody)\b[^,]*$/i,
  /^you(?:'ll| will)? (?:always )?(?:get|receive|are given|are handed|find)\b.*\b(?:each|every) (?:time|run)\b.*$/i,
  /^(?:i'?ll|i will|i|we|you'?ll|people|users?|customers?|someone) (?:(?:will |can )?(?:paste|give|send|upload|provide|hand|drop|type)s?)\b.*(?:each time|every time|each run|per run|in each|for each run|when (?:i|you) start).*$/i,
  /^(?:the )?input(?: is|:)\s*.*$/i,
  /^.*\bweb ?hook (?:fires|calls|delivers|sends|starts|triggers)\b.*$/i,
  /^(?:(?:it|the run|this) (?:is started|starts|is triggered) (?:by|with|when)|triggered by)\b.*$/i,
];

/** What starts the run, and the text without it. */
export function takeTriggers(text: string, triggers: Triggers, isFirst = false): string {
  let rest = takeSchedule(text, triggers);
  if (rest !== text) {
    rest = rest
      .replace(/^\s*(?:run|start|do this|runs|läuft)?\s*[:,-]\s*/i, "")
      .replace(/^\s*run\s*(?=:)/i, "");
    if (/^(?:run|start)(?: it| this)?\s*[:.]?\s*$/i.test(rest)) rest = "";
    rest = rest.replace(/^(?:run|start)(?: it| this)?\s*:\s*/i, "");
  }
  if (rest !== "") rest = takeWebhook(rest, triggers, isFirst);
  const arrival =
    ARRIVAL.exec(rest) ?? EACH_TIME.exec(rest) ?? FOR_EACH.exec(rest) ?? (isFirst ? EVENT.exec(rest) : null);
  const given = !SENDS_TO.test(rest) && GIVEN.some((pattern) => pattern.test(rest.trim()));
  if (arrival || given) {
    triggers.usesRunInput = true;
    const words = (arrival?.[0] ?? rest).replace(/[\s,:.]+$/, "").trim();
    if (/web ?hook|\bgit ?hub\b.*\b(?:push|pull request|issue|release|event)/i.test(words))
      triggers.webhook = { scheme: /\bgit ?hub\b/i.test(words) ? "github" : "standard", words };
    rest = arrival ? rest.slice(arrival[0].length) : "";
  }
  return rest.trim();
}
