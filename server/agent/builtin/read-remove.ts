import { listOf } from "#server/core/list-of.ts";
import { type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import { downstreamOf, type World } from "./reference.ts";
import { withQuotesHidden } from "./plain-words.ts";
import { resolve } from "./resolve.ts";
import { ask, edits, type Reading, refuse, withSteps } from "./understanding.ts";

export const REMOVAL_VERB =
  "(?:remove|delete|drop|cancel|abolish|purge|exclude|retire|withdraw|do away with|dispense with|throw out|pull out|take away|wipe|clear out|weed out|kick out|chuck out|strike out|cross out|cross off|cut|scrap|lose|get rid of|take out|kill|ditch|eliminate|throw (?:out|away)|erase|strike|bin|axe|discard|leave out|skip|omit|dump|cut out|toss|scratch|nix|zap|abandon|forgo|weed|deleting|removing|dropping)";
const VERB = REMOVAL_VERB;
const GONE =
  "(?:gone|out|removed|deleted|dropped|away|thrown out|scrapped|cut|left out|taken out|cut out|skipped|omitted|eliminated|erased|killed|cancell?ed|done away with)";

const KEEP = [
  /^(?:only|just) (.+?) (?:is|are) (?:really |actually |still )?(?:needed|required|necessary|useful|wanted|relevant)(?: any ?more| now)?$/i,
  /^(?:i|we) (?:only|just) (?:really |actually |still )?(?:need|want|require|would like)(?: to keep)? (.+)$/i,
  /^(?:keep|leave)(?: in)? (?:only|just) (.+?)(?:,? (?:and )?(?:remove|delete|drop|lose|cut|scrap) (?:the rest|all (?:the )?(?:others?|rest)|everything else|the others))?$/i,
  new RegExp(
    `^(?:only|just) keep (.+?)(?:,? (?:and )?${VERB} (?:the rest|everything else|the others))?$`,
    "i",
  ),
  new RegExp(
    `^${VERB} (?:everything|all(?: the)?(?: other)?(?: steps)?|every step|all of it|the rest)(?: else)?,? (?:but|except(?: for)?|apart from|other than|besides|save) (?:keep )?(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:keep|leave) (.+?),? (?:and )?${VERB} (?:the rest|all (?:the )?(?:others?|rest)|everything else|the others)$`,
    "i",
  ),
];
const REMOVE = [
  new RegExp(
    `^(?:just |simply |then |also |only )*${VERB} (.+?)(?:,? (?:altogether|completely|entirely|from (?:the|this) plan|for now|for good|again))?$`,
    "i",
  ),
  /^(?:take|kick|throw|leave|cut|rip|strike|chuck|cross|rule|weed) (.+?) (?:out|away|off)(?: (?:(?:of|from) )?(?:it|(?:the|this|our|my) (?:plan|list|programme|schedule)|there))?(?: again)?$/i,
  new RegExp(
    `^(?:i|we) (?:would like|want|wanted|wish|'d like|need)(?: to have| to see)? (.+?) (?:to be )?${GONE}$`,
    "i",
  ),
  new RegExp(
    `^it (?:is|was) (.+?)(?: that)? (?:i|we) (?:want|wanted|meant|would like)(?: to be| to get)? ${GONE}$`,
    "i",
  ),
  /^it (?:is|was) (.+?) (?:that|which) (?:really )?(?:must|should|has to|have to|needs? to|can|shall) (?:be removed|be deleted|be dropped|go(?: away)?|disappear|vanish|leave)$/i,
  new RegExp(
    `^(.+?) (?:should|must|can|has to|needs to|have to|may|shall)(?: all| both)? (?:be )?(?:${GONE}|go(?: away)?|disappear|vanish)$`,
    "i",
  ),
  /^(?:i|we) (?:do not|no longer|will not|can do without|could do without|can live without|do not really) ?(?:need|want|require|have|do)? ?(.+?)(?: any ?more| any longer| at all| either)?$/i,
  /^(?:there is )?no (?!need\b|one\b|longer\b|approval\b|retries\b)(.+?) (?:this (?:week|time|month|year)|today|any ?more|for now|needed|please|necessary|at all)$/i,
  /^(?:i|we|you) (?:can |could |may |might |will |should |would rather )?(?:skip|drop|leave out|omit|lose|cut|cancel|scrap|ditch|forgo|spare) (.+?)(?:,? (?:this time|for now|today|this (?:week|month|year)|for once|altogether))?$/i,
  /^(.+?) (?:is|are) (?:not needed|no longer needed|unnecessary|superfluous|obsolete|redundant|not necessary|off the table|history|out of the (?:plan|picture|question)|no longer (?:part of|in) (?:the|this|our) plan|no longer wanted)(?: any ?more| after all| now| anyway| really| any longer| at all)*(?:,? (?:so )?(?:please )?remove (?:it|them))?$/i,
];

const WHOLE_PLAN =
  /^(?:clear|empty|wipe|erase|reset|trash|nuke|scrap|discard|delete|remove|throw|chuck)(?: out| up| away)? (?:the |this |my |our )?(?:whole |entire |complete |current |full )?(?:plan|workflow|list(?: of steps)?|draft)(?: (?:away|out|completely|entirely|altogether))*$/i;
const START_OVER = "That would remove every step of the plan. Do you want to start over with a new brief?";

/** Steps that go. */
export function readRemove(clause: string, world: World): Reading {
  if (WHOLE_PLAN.test(clause)) return ask(START_OVER);
  for (const pattern of KEEP) {
    const span = pattern.exec(clause)?.[1];
    if (span !== undefined) return keepOnly(span, world);
  }
  if (
    /\b(?:dependency|dependencies|link|approval|condition|retries|schedule|webhook)\b/i.test(
      clause.replace(/"[^"]*"/g, ""),
    )
  ) {
    if (!new RegExp(`^${VERB} (?:the )?steps?\\b`, "i").test(clause)) return null;
  }
  if (new RegExp(`^${VERB}$`, "i").test(clause)) return ask("Which step should be removed?");
  if (
    new RegExp(`^${VERB} (?:one|some|any|a few) of (?:the|these|those|them)(?: steps)?$`, "i").test(clause)
  ) {
    return ask(
      `Which step should be removed? ${world.plan.steps.length > 0 ? namesOf(world.plan.steps.slice(0, 5), "or") : ""}?`,
    );
  }
  for (const [index, pattern] of REMOVE.entries()) {
    const span = pattern.exec(clause)?.[1];
    if (span === undefined) continue;
    const reading = removal(span, world);
    const weak = index >= 5 && reading?.type === "reply" && reading.kind === "refusal";
    if (!weak) return reading;
  }
  return null;
}

const AFTER =
  /^(?:everything|anything|all(?: the)?(?: other)? steps|every step|all)(?: that (?:comes?|follows?|is))? (?:after|behind|following|below) (.+)$/i;

// The steps behind one in the list and the steps that wait for it may be others: then it is asked.
function behindInList(span: string, world: World): Reading {
  const anchor = AFTER.exec(span)?.[1];
  if (anchor === undefined) return null;
  return withSteps(anchor, world, (anchors) => {
    const last = Math.max(...anchors.map((step) => step.number));
    const below = world.plan.steps.filter((step) => step.number > last);
    const waiting = downstreamOf(anchors, world.plan);
    if (below.length === waiting.length || waiting.length === 0 || below.length === 0) return null;
    if (below.every((step) => waiting.includes(step))) return null;
    const more = below.filter((step) => !waiting.includes(step));
    return ask(
      `Do you mean the steps that come after it in the list, ${namesOf(below)}, or only those that wait for it, without ${namesOf(more)}? Say it by number, for example "remove steps ${below[0]?.number} to ${below.at(-1)?.number}". Nothing was changed.`,
    );
  });
}

const NO_BRIDGE = new RegExp(
  `(?:[,;:.]\\s*|\\s+)(?:and |but )?(?:${[
    "what (?:came|comes|runs|ran) after (?:it|that) (?:need not|does not have to|should not|must not) wait for (?:anything|something|any step)(?: else)?(?: in its place| instead)?",
    "(?:do not|without) (?:re-?)?(?:connect|link|bridge|join|chain|wire)(?:ing)? (?:its|the) (?:neighbou?rs|steps around it|dependents|followers)(?: (?:to|with) (?:each other|one another|anything))?",
    "without (?:re-?)?(?:connecting|linking|bridging|wiring)(?: anything| the rest)?(?:[:;,] .*)?",
    "the (?:steps? (?:after|behind|before) it|rest) (?:should|must|need|do|does|shall) not (?:be connected|wait for .*|take over .*)",
  ].join("|")})(?:,? (?:please|thanks|thank you))?[.!?]*$`,
  "i",
);

/** "Remove X; don't connect its neighbours" in the one form that the reader knows. */
export function detached(message: string): string {
  if (!new RegExp(`\\b${VERB}\\b`, "i").test(message)) return message;
  return withQuotesHidden(message, (text) => text.replace(NO_BRIDGE, " without reconnecting"));
}

function removal(span: string, world: World): Reading {
  const unclear = behindInList(span, world);
  if (unclear !== null && unclear.type === "reply" && unclear.kind === "question") return unclear;
  const detach =
    /,? (?:and |but )?(?:without (?:re-?)?(?:linking|connecting|bridging).*|leave the rest unconnected)$/i;
  const reading = withSteps(
    span.replace(detach, ""),
    { ...world, isStrict: true },
    (steps) => remove(steps, world, detach.test(span)),
    {
      what: "should be removed",
    },
  );
  return reading?.type === "reply" ? (onlyIf(span, world) ?? reading) : reading;
}

// Whether what is said behind "if" holds, only the person knows.
function onlyIf(span: string, world: World): Reading {
  const named = /^(.+?),? (?:if|unless|in case|when|as long as|provided)(?: that)? .+$/i.exec(span)?.[1];
  if (named === undefined) return null;
  const found = resolve(named, { ...world, isStrict: true });
  if (found.type !== "steps") return null;
  const numbers = listOf(found.steps.map((step) => `step ${step.number}`));
  return ask(
    `Whether that is so, I cannot tell. Shall ${namesOf(found.steps)} be removed? Then say "remove ${numbers}". Nothing was changed.`,
  );
}

export function remove(steps: ListedStep[], { plan }: World, detach = false): Reading {
  if (steps.length === plan.steps.length && steps.length > 1) {
    return ask(START_OVER);
  }
  const rewire = detach ? "detach" : "bridge";
  const list = steps.map((step) => ({ op: "remove_step", step: refOf(step, plan), rewire }));
  return edits(list, steps, `Removed ${namesOf(steps)}`);
}

function keepOnly(span: string, world: World): Reading {
  return withSteps(span, world, (kept) => {
    const gone = world.plan.steps.filter((step) => !kept.includes(step));
    return gone.length === 0
      ? refuse("These are all the steps that the plan has. Nothing was changed.")
      : remove(gone, world);
  });
}
