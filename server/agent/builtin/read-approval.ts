import { type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import { approvalDepending } from "./approval-depending.ts";
import { agreementNamed, approvalSaid } from "./approval-said.ts";
import { matchTitles } from "./match-title.ts";
import { namedWholly } from "./named-wholly.ts";
import { cardinal } from "./numerals.ts";
import type { World } from "./reference.ts";
import { answer, ask, askBack, edits, type Reading, withSteps } from "./understanding.ts";

const OK =
  "(?:ok(?:ay)?|approval|permission|go[- ]?ahead|sign[- ]?off|consent|confirmation|blessing|yes|say[- ]so)";
const ONE_NOT_OTHER = new RegExp(
  `^(.*\\b(?:${OK}|ask me|approve|confirm|sign off)\\b.*?),? (?:but |and )?not (?:for|on|before|at|about) (.+)$`,
  "i",
);

/** "ask me before…", "needs my ok", and their contrary. */
export function readApproval(clause: string, world: World): Reading {
  const depending = approvalDepending(clause, world);
  if (depending !== null) return depending;
  const pair = ONE_NOT_OTHER.exec(clause);
  if (pair) {
    const [yes, no] = [readApproval(pair[1] ?? "", world), switchApproval(pair[2] ?? "", world, false)];
    if (yes?.type === "edits" && no?.type === "edits")
      return edits([...yes.edits, ...no.edits], yes.about, [yes.said, no.said].join("; "));
    return yes?.type === "edits" ? no : yes;
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
    /^(?:do not|never|stop|no need to|you need not|you do not (?:have|need) to) (?:ask|asking|check|checking|bother|bothering|wait|waiting)(?: (?:with |for )?(?:me|us))?(?: for (?:my )?(?:ok|approval|permission))?(?: any ?more| again| at all| any longer)?$/i.test(
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
  if (/^(?:ask|check with) me first$/i.test(clause) && world.focus.length > 0)
    return switchSteps(world.focus, world, true);
  return readSaid(clause, world);
}

// What says that the person wants to be asked counts where its other words name steps and nothing else.
function readSaid(clause: string, world: World): Reading {
  const said = approvalSaid(clause);
  const agreement = agreementNamed(clause);
  if (said === null || (agreement !== null && matchTitles(agreement, world.plan.steps).length > 0))
    return null;
  const { spans, required } = said;
  const prefer = required ? undefined : (step: ListedStep) => step.approval;
  const named = spans.map((span) => namedWholly(deeds(span), world, prefer));
  const known = named.find((reference) => reference?.type === "steps");
  if (known?.type === "steps") return switchSteps(known.steps, world, required);
  const what = required ? "shall wait for your approval" : "shall no longer wait for your approval";
  const unclear = named.at(-1);
  return unclear ? askBack(unclear, world, what) : null;
}

// Which step is meant: the one spoken of, or the only one that asks; "don't ask me anymore" means all.
function withoutAsking(isAll: boolean, world: World): Reading {
  const asking = world.plan.steps.filter((step) => step.approval);
  const named = (world.recent ?? []).filter((step) => step.approval);
  if (named.length > 0) return switchSteps(named, world, false);
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
export function deeds(span: string): string {
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
