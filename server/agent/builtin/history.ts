import { beforeChangesInEffect, originOf } from "./in-effect.ts";
import type { PlanContext } from "./listed-plan.ts";
import { cardinal } from "./numerals.ts";
import { undoNamed, wasLastChange } from "./undo-named.ts";
import { answer, ask, type Reading, refuse } from "./understanding.ts";
import { isStopWord, likeness, wordsIn } from "./words.ts";

const UNDO =
  /^(?:undo|revert|roll(?:ing)? (?:it |that |this )?back|go back|step back|take (?:it|that|this) back|put (?:it|that|them|those) back(?: in| again)?|bring (?:it|that|them) back|restore (?:it|that|them)|cancel (?:that|the last change|(?=(?:\w+ )*changes?\b))|never ?mind that(?: change)?|reverse that|unto)\b(.*)$/i;
const CHANGES =
  "(?:the |my |that |those |our )?(?:very )?(?:last |latest |previous |recent |most recent )?(?:(\\w+) )?(?:changes?|edits?|one|ones)";
const BACKWARDS: [RegExp, string][] = [
  [
    /^(?:put|set|bring|turn|take|change) (?:it|everything|the plan|things|that)(?: all)? back (?:to )?(?:the way|how|as|like|where|what) (?:it|things|everything|the plan) (?:was|were|looked|used to be|had been)?(?: like)?(?: before)?(?: (?:the |my )?(?:last|latest|previous) (?:change|edit))?$/i,
    "undo",
  ],
  [
    /^(?:back to |return to |go back to )?(?:the way|how|as|like) (?:it|things|the plan) (?:was|were|looked)? ?before (?:the |my )?(?:last|latest|previous) (?:change|edit)$/i,
    "undo",
  ],
  [new RegExp(`^(?:take|roll|bring|turn) back ${CHANGES}$`, "i"), "undo $1 changes"],
  [new RegExp(`^(?:take|roll|turn) ${CHANGES} back$`, "i"), "undo $1 changes"],
  [
    /^(?:take|roll) back (?=(?:the |my |that )?(?:\w+ )?(?:removal|deletion|rename|renaming|approval|addition|move|swap|merge|split|removing|adding)\b)/i,
    "undo ",
  ],
  [
    /^(?:bring|put|get|take) (?:the |that |my )?(?:undone|reverted|taken back) (?:change|edit|one) back(?: again)?$/i,
    "redo",
  ],
  [/^(?:bring|put|get) back (?:the |that |my )?(?:undone|reverted) (?:change|edit|one)$/i, "redo"],
  [/^(?:put|bring|get) (?:the |that |my )?(?:last )?(?:change|edit) back(?: in)?(?: again)?$/i, "redo"],
  [/^(?:take|put|roll) both(?: of (?:those|them|these))?(?: changes)? back$/i, "undo both changes"],
  [/^do (?:it|that) again(?:,? .*(?:after all|again|anyway))$/i, "redo"],
  [
    /^(?:i |we )?(?:want|would like|need|give me|bring|get|restore)(?: me)?(?: to have)? (?:revision|version|r|rev\.?) ?#?(\d+)(?: back)?(?: again)?$/i,
    "go back to revision $1",
  ],
];

const REDO = /^(?:redo|re-do|do (?:it|that) again|put (?:it|that) back again|reapply|re-apply)\b(.*)$/i;
const BACK =
  /^(?:(?:go|reset|take me|bring it|put it|roll|set it|revert|switch|return|restore|jump)(?: back)?(?: it| the plan)?(?: back)?(?: to)?|back to) (?:the )?(?:revision|version|rev\.?|r|v|state|plan)? ?#?(\d+)$/i;
const FIRST =
  /^(?:(?:go|take me|put it(?= back| to)|roll|revert|return|restore)(?: back)?(?: to)?|back to|restore) (?:the )?(?:first|original|initial|very first)(?: plan| version| revision| one)?$|^(?:back to|go back to) (?:the )?(?:start|beginning|square one)$|\b(?:as|how|like|the way) (?:it|things|the plan) (?:was|were|looked)? ?(?:at|in) the (?:very )?(?:start|beginning)$/i;
const EVERYTHING =
  /^(?:undo|revert|reverse|roll back|take back|cancel|discard) (?:everything|it all|all of (?:it|them|that|my changes)|all(?: (?:the|my|our|these|those|of the|of my))?(?: changes| edits)?|every(?: single)? (?:change|edit))(?: back)?(?: (?:again|so far|until now|that (?:i|we|you) (?:did|made|changed)|(?:i|we|you) (?:did|made|changed)(?: so far)?))*$/i;
const AS_IT_WAS = /\b(?:how|as|like|the way) (?:it|things|the plan) (?:was|were|looked)? ?before (.+)$/i;

const NOT_AFTER_ALL =
  /^(?:do not|better not|rather not|not)(?: (do|remove|delete|drop|rename|move|swap|merge|split|add) (?:it|that|this|so|them|that one))?(?: (?:after all|then|actually|now|yet))*$/i;

const AGO =
  /\b(?:as|how|the way|like|to what) (?:it|things|the plan) (?:was|were|looked)(?: like)? (\w+) (?:changes?|edits?|messages?|steps?) (?:ago|before|back|earlier)$/i;

const REASON =
  /^(?:(?:no|nah|nope|wait|hm+|oh|ok|sorry|actually|please)[\s,.!]+)*(?:(?:i|we) (?!should\b|want\b|need\b|would\b)[\w' ]+|(?:that|it|this) (?:was|is|looked|looks)[\w' ]*|(?:i(?: have)? )?changed my mind(?: again)?|on second thoughts?|never mind|my mistake|forget (?:it|that)|better (?:the )?(?:other|old) way|not (?:so )?good|bad idea)\s*[,.;:!–-]+\s*(?:so |please |and |then |just |but )*/i;

/** Undo, redo and going back to an earlier revision, also behind a reason: "I liked it, redo". */
export function readHistory(text: string, context: PlanContext): Reading {
  return readBack(text, context) ?? (REASON.test(text) ? readBack(text.replace(REASON, ""), context) : null);
}

function readBack(words: string, context: PlanContext): Reading {
  const clause = BACKWARDS.reduce(
    (text, [pattern, plain]) => text.replace(pattern, plain).replace(/^undo\s+changes$/, "undo"),
    words,
  );
  const { plan } = context;
  if (plan === null) return null;
  const denied = NOT_AFTER_ALL.exec(clause);
  if (denied !== null) return deniedJustNow(denied[1], context);
  const back = BACK.exec(clause);
  if (back) return restore(Number(back[1]), context);
  if (FIRST.test(clause) || EVERYTHING.test(clause)) return restore(1, context);
  const was = AS_IT_WAS.exec(clause);
  if (was) return beforeChange(was[1] ?? "", context);
  const redo = REDO.exec(clause);
  const isUndone =
    /^ (?:what|everything|the (?:thing|change|one|step))(?: that)? (?:you|i|we) (?:have )?(?:just )?(?:undid|undone|reverted|took back|taken back|rolled back)$/i.test(
      redo?.[1] ?? "",
    );
  if (redo && (isUndone || isBare(redo[1] ?? "") || countIn(redo[1] ?? "") !== null))
    return along("redo", countIn(redo[1] ?? "") ?? 1, context);
  const ago = AGO.exec(clause)?.[1];
  if (ago !== undefined) return along("undo", cardinal(ago) ?? 1, context);
  const undo = UNDO.exec(clause);
  if (!undo) return null;
  const what = undo[1] ?? "";
  if (isBare(what)) return along("undo", 1, context);
  if (/^(?: the| that| my)? (?:undo|undoing)$/i.test(what)) return along("redo", 1, context);
  const count = countIn(what);
  if (count !== null && /\bfirst\b/i.test(what)) return whichRevision(context);
  if (count !== null) return along("undo", count, context);
  if (
    /\bsteps?\b|["“]/.test(what) &&
    !/\b(?:removal|rename|renaming|change|removing|adding|added|addition|move|moving|swap|merge|split|approval)\b/i.test(
      what,
    )
  )
    return null;
  return undoNamed(what, context) ?? whichRevision(context);
}

// Only what has just been done is meant.
function deniedJustNow(verb: string | undefined, context: PlanContext): Reading {
  const isDone = context.beforeLastChange !== null;
  const isNamed = verb !== undefined && !/^do$/i.test(verb);
  if (isNamed && !(isDone && wasLastChange(verb, context))) return null;
  return isDone ? along("undo", 1, context) : answer("The plan stays as it is. Nothing was changed.");
}

function isBare(text: string): boolean {
  return /^(?:\s*(?:it|that|this|please|again|once|one|last|the|change|step|one step|edit|thing|of|my|after all|then|now|back|to|how it was|as it was|the way it was|like it was|latest|previous|recent|most|only|just|very|alone|you|i|we|did|made|have done|have made|,|\.|!)\b|[\s,.!])*$/i.test(
    text,
  );
}

function countIn(text: string): number | null {
  if (/\bboth\b/i.test(text)) return 2;
  const found =
    /\b(?:last )?(\w+) (?:changes?|edits?|times|steps?(?: back)?|things|messages|of (?:them|those)|more)\b/i.exec(
      text,
    ) ??
    /^\s*(\d+)\s*$/.exec(text) ??
    /\blast (\w+)\s*$/i.exec(text);
  if (/\btwice\b/i.test(text)) return 2;
  return /\bthrice\b/i.test(text) ? 3 : found ? cardinal(found[1] ?? "") : null;
}

// The context lists so many of them at most.
const LISTED_TARGETS = 20;

function along(way: "undo" | "redo", count: number, context: PlanContext): Reading {
  const targets = context[way];
  const current = context.plan?.revision ?? 0;
  if (way === "undo" && count > 1 && targets.length > 0 && count < LISTED_TARGETS) {
    const before = beforeChangesInEffect(count, context);
    if (before !== null && before === originOf(current, context))
      return answer(`No change is left to undo: the plan is as it was in r${before}. Nothing was changed.`);
    if (before !== null) return restore(before, context);
  }
  const revision = targets[count - 1];
  // Undoing a way back of several changes returns to where it began.
  if (way === "undo" && revision !== undefined && originOf(revision, context) > originOf(current, context))
    return restore(
      revision,
      context,
      `, which undoes the way back to revision ${originOf(current, context)}`,
    );
  if (revision !== undefined) return restore(revision, context);
  const furthest = targets.at(-1);
  if (furthest === undefined) return answer(`There is nothing to ${way}.`);
  if (targets.length < LISTED_TARGETS) return restore(furthest, context);
  const changes = `Up to ${targets.length} changes`;
  return refuse(
    `${changes} can be ${way === "undo" ? "undone" : "redone"} at once, not ${count}; that leads to r${furthest}. Say "go back to r1" for the first plan, or any other revision. Nothing was changed.`,
  );
}

function beforeChange(words: string, context: PlanContext): Reading {
  const asked = wordsIn(words).filter(
    (word) => !isStopWord(word) && !/^(?:lunch|change|changes|changed|edit)$/.test(word),
  );
  const rated = context.revisions.slice(1).map((item) => ({
    item,
    fit: asked.filter((word) => wordsIn(item.words).some((other) => likeness(word, other) > 0)).length,
  }));
  const top = Math.max(0, ...rated.map((entry) => entry.fit));
  const chosen = rated.findLast((entry) => entry.fit === top && top > 0)?.item;
  const before = chosen && context.revisions.findLast((item) => item.revision < chosen.revision);
  return chosen && before
    ? restore(before.revision, context, `, as it was before "${chosen.words}"`)
    : whichRevision(context);
}

function whichRevision({ revisions }: PlanContext): Reading {
  const listed = revisions
    .map((item) => `r${item.revision} "${item.words}"`)
    .slice(-6)
    .join(", ");
  return ask(`To which revision should the plan go back? There are ${listed}.`);
}

function restore(revision: number, context: PlanContext, why = ""): Reading {
  const current = context.plan?.revision ?? 0;
  if (revision === current) return answer(`The plan already is at r${revision}. Nothing was changed.`);
  if (revision < 1 || revision > current) {
    const range = current === 1 ? "only r1" : `r1 to r${current}`;
    return refuse(`There is no revision ${revision}: the plan has ${range}. Nothing was changed.`);
  }
  const changeDescription =
    revision < current ? `Back to revision ${revision}${why}` : `Forward to revision ${revision}`;
  return { type: "call", call: { name: "restore_revision", input: { revision, changeDescription } } };
}
