import { timesIn } from "./numerals.ts";
import { scheduleIn } from "./schedule.ts";
import type { Task, Triggers } from "./brief-task.ts";

export const APPROVAL_WORD =
  "(?:ok(?:ay)?|approval|go[- ]?ahead|permission|sign[- ]?off|consent|confirmation|freigabe|zustimmung|einverständnis|aprobación|permiso|accord|approbation)";
const APPROVAL_ONLY = [
  new RegExp(
    `^(?:then |and |but |please )*(?:wait (?:for|until)|get|ask for|obtain|request|needs?|require|hole?|warte auf) (?:my|our|the|a|an|me|i|mein\\w*)? ?(?:boss'?s? |manager'?s? )?(?:${APPROVAL_WORD}|to (?:approve|confirm)|have approved|say (?:yes|ok))\\b.*$`,
    "i",
  ),
  /^(?:then |and |but |please )*(?:ask|check with|consult) me(?: (?:first|again|for (?:my )?(?:ok|approval|permission)))?$/i,
  /^(?:frag(?:e)? mich (?:vorher|zuerst|zuvor|erst)|pregúntame (?:antes|primero)|demande[zr]?-moi (?:avant|d'abord))$/i,
  new RegExp(`^(?:my |our |manual )?${APPROVAL_WORD}(?: (?:by|from|of) me)?$`, "i"),
  /^(?:i|we) (?:approve|confirm|sign off|check)(?: (?:it|them))?$/i,
];
const ASK_BEFORE =
  /^(?:then |and |but |please |aber |pero |mais )*(?:ask(?: for)?(?: me)?(?: (?:my )?(?:ok|approval|permission))?(?: first)?|check with me|wait for my (?:ok|approval)|frage? mich,?|pídeme (?:permiso|aprobación|confirmación)|pregúntame|demande[zr]?-moi(?: (?:mon accord|la permission))?) (?:before|bevor|vor|antes de|antes|avant de|avant) (?:you |du |que )?(.+)$/i;
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

type ApprovalCue = { type: "next" } | { type: "deed"; deed: string; isTask: boolean };

/** "Wait for my ok", "ask me before…": whom a pause for the person holds up; null for other words. */
export function approvalCue(text: string): ApprovalCue | null {
  const clause = text.trim().replace(/[.!,;]+$/, "");
  if (OWN_DEED.test(clause)) return { type: "deed", deed: ASK_BEFORE.exec(clause)?.[1] ?? "", isTask: false };
  if (APPROVAL_ONLY.some((pattern) => pattern.test(clause))) return { type: "next" };
  const after = AFTER_ME.exec(clause);
  if (after) return { type: "deed", deed: after[1] ?? "", isTask: true };
  const deed = (ASK_BEFORE.exec(clause) ??
    BEFORE_DEED.exec(clause) ??
    NOT_WITHOUT.exec(clause) ??
    ONLY_AFTER.exec(clause))?.[1];
  return deed === undefined ? null : { type: "deed", deed, isTask: false };
}

const ASIDE = /\s*\(([^()]*)\)\s*$/;

/** A task's text without what stands in brackets behind it, and what the brackets say about it. */
export function withoutAsides(text: string): { text: string; asides: string[] } {
  const found = ASIDE.exec(text);
  if (!found || /[`]/.test(found[1] ?? "")) return { text, asides: [] };
  const rest = withoutAsides(text.slice(0, found.index));
  return { text: rest.text, asides: [...rest.asides, found[1] ?? ""] };
}

/** Applies what an aside says; false when it says that the task needs no step. */
export function applyAside(aside: string, task: Task): boolean {
  if (/\b(?:done already|already done|no step|not needed|skip(?: this)?|erledigt)\b/i.test(aside))
    return false;
  if (
    new RegExp(
      `\\b(?:needs?|after|with|requires?|only with|wait for)\\b.*\\b(?:${APPROVAL_WORD})\\b|\\bask me\\b|\\bapprove\\b`,
      "i",
    ).test(aside)
  )
    task.approval = true;
  else if (/\bstarts? the run\b|\brun input\b|\btrigger\b|\bpayload\b|\bfrom the webhook\b/i.test(aside))
    task.usesRunInput = true;
  else if (/\b(?:retry|try again|retries|up to)\b/i.test(aside)) task.retries = timesIn(aside);
  else if (/\b(?:optional|ignore (?:errors|failures)|may fail)\b/i.test(aside)) task.toleratesFailure = true;
  else if (!/^one step$/i.test(aside)) task.detail = `${task.detail}`;
  return true;
}

const ARRIVAL =
  /^(?:when(?:ever)?|each time|every time|as soon as|on every|on each|if|wenn|sobald|immer wenn|cuando|cada vez que|quand|dès qu['e]|lorsqu['e]|chaque fois qu['e])\b[\s\S]*?(?:web ?hook|arrives?|comes? in|lands?|is (?:posted|added|created|opened|submitted|received)|gets? (?:posted|added|submitted)|(?:we|i) (?:get|receive)|somebody|someone|a new|ein neue\w*|eingeht|eintrifft|ankommt|llegue|llega|entre|arrive|payload|signs?|files?|fires)\b[^,:]*[,:]\s*/i;
const GIVEN = [
  /^(?:i'?ll|i will|i|we|you'?ll|people|users?|customers?|someone) (?:(?:will |can )?(?:paste|give|send|upload|provide|hand|drop|type)s?)\b.*(?:each time|every time|each run|per run|in each|for each run|when (?:i|you) start).*$/i,
  /^(?:the )?input(?: is|:)\s*.*$/i,
  /^.*\bweb ?hook (?:fires|calls|delivers|sends|starts|triggers)\b.*$/i,
  /^(?:(?:it|the run|this) (?:is started|starts|is triggered) (?:by|with|when)|triggered by)\b.*$/i,
];

/** What starts the run, and the text without it. */
export function takeTriggers(text: string, triggers: Triggers): string {
  let rest = text;
  const schedule = scheduleIn(rest);
  if (schedule?.cron && triggers.schedule === null) {
    triggers.schedule = {
      cron: schedule.cron,
      timezone: schedule.timezone,
      words: schedule.words,
      isTimed: schedule.isTimed,
    };
    rest = schedule.rest
      .replace(/^\s*(?:run|start|do this|runs|läuft)?\s*[:,-]\s*/i, "")
      .replace(/^\s*run\s*(?=:)/i, "");
    if (/^(?:run|start)(?: it| this)?\s*[:.]?\s*$/i.test(rest)) rest = "";
    rest = rest.replace(/^(?:run|start)(?: it| this)?\s*:\s*/i, "");
  }
  const arrival = ARRIVAL.exec(rest);
  const given = GIVEN.some((pattern) => pattern.test(rest.trim()));
  if (arrival || given) {
    triggers.usesRunInput = true;
    const words = (arrival?.[0] ?? rest).replace(/[\s,:.]+$/, "").trim();
    if (/web ?hook/i.test(words))
      triggers.webhook = { scheme: /\bgit ?hub\b/i.test(words) ? "github" : "standard", words };
    rest = arrival ? rest.slice(arrival[0].length) : "";
  }
  return rest.trim();
}
