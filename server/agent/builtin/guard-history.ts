import { listOf } from "#server/core/list-of.ts";
import type { PlanContext } from "./listed-plan.ts";
import { plainWords } from "./plain-words.ts";

const LEAD = "^(?:(?:and|so|ok(?:ay)?|hm+|wait|but|sorry|please|tell me|can you tell me|show me)[\\s,.]+)*";
const WHO = "(?:you|we|i)";
const WHEN =
  "(?: (?:just|exactly|actually|now|here|there|just now|right now|last|recently|for me|then|in (?:the|this|my) plan|to (?:the|this|my) plan|with (?:the|this|my) plan))*";
const ALL =
  /\b(?:so far|until now|up to now|in total|altogether|overall|all|everything|history|since the (?:start|beginning))\b/i;
const LAST = new RegExp(
  `${LEAD}(?:what (?:exactly |just )?(?:did ${WHO}(?: just)? (?:do|change|edit|modify)|have ${WHO}(?: just)? (?:done|changed|edited)|has (?:just )?(?:changed|been changed|been done)|(?:was|is) (?:just )?(?:changed|done)|(?:just )?changed|(?:was|is) (?:the|my|your) (?:last|latest|most recent) (?:change|edit)|(?:are|were) (?:the|my|your|our) (?:last |latest |recent )?(?:changes|edits))|(?:the |my |your )?(?:last|latest) change|which changes (?:did ${WHO} make|were made|have ${WHO} made))`,
  "i",
);
const END = new RegExp(
  `^${WHEN}(?: (?:so far|until now|up to now|in total|altogether|overall|since the (?:start|beginning)))*${WHEN}[\\s.!?]*$`,
  "i",
);
const LISTED =
  /^(?:(?:please|can you|could you) )*(?:list|show(?: me)?|tell me|give me) (?:all )?(?:of )?(?:the|my|our) (?:changes|edits|history)(?: (?:so far|until now))?[\s.!?]*$/i;
const HOW = new RegExp(
  `${LEAD}(?:how (?:do|can|could|would|should|must) (?:i|we|you|one)|how to|what (?:do|must|should) i (?:say|write|type|do) to|is there a way to|what is the way to) (\\w+)\\b([^?]*)\\??\\s*$`,
  "i",
);
const MOST_TOLD = 10;

const EXAMPLES: [RegExp, string][] = [
  [/^(?:delete|remove|drop|discard)$/i, '"remove step 2"'],
  [/^(?:add|insert|create|append)$/i, '"add a step that checks the result after step 1"'],
  [/^(?:rename|retitle)$/i, '"rename step 2 to Check the list"'],
  [/^(?:move|reorder|shift)$/i, '"move step 2 to the end"'],
  [/^(?:swap|exchange)$/i, '"swap step 1 and step 2"'],
  [/^(?:merge|combine|join)$/i, '"merge step 1 and step 2"'],
  [/^(?:split|divide)$/i, '"split step 2 into Read the file and Check the file"'],
  [/^(?:undo|revert)$/i, '"undo" for the last change, or "go back to revision 1"'],
  [/^redo$/i, '"redo"'],
  [/^(?:retry|repeat)$/i, '"retry step 2 three times"'],
  [/^(?:approve|confirm)$/i, '"ask me before step 2"'],
  [/^(?:save|store)$/i, '"save the plan"'],
  [/^(?:run|start|execute)$/i, '"run it", once the plan is saved'],
  [/^(?:link|connect)$/i, '"step 2 waits for step 1"'],
];

/** Tells what was changed last or so far, and how a change is said; null for other messages. */
export function aboutChanges(message: string, context: PlanContext): string | null {
  const text = plainWords(message).trim();
  const last = LAST.exec(text);
  if (LISTED.test(text) || (last && ALL.test(text) && END.test(text.slice(last[0].length))))
    return changesSoFar(context);
  if (last && END.test(text.slice(last[0].length))) return lastChange(context);
  const [, verb = "", rest = ""] = HOW.exec(text) ?? [];
  // "How do I remove step 2?" is about a step of the plan, and said the same way.
  const example = EXAMPLES.find(([pattern]) => pattern.test(verb))?.[1];
  const isOfPlan =
    /\b(?:steps?|it|them|that|this|one|plan|changes?|edits?|two|something|dependency|approval)\b|\d|^\s*$/i.test(
      rest,
    );
  if (example === undefined || !isOfPlan) return null;
  return `Say it as an order in this conversation, for example ${example}. Nothing was changed.`;
}

function told({ revision, words }: PlanContext["revisions"][number]): string {
  return `r${revision} "${words}"`;
}

function lastChange({ revisions, plan }: PlanContext): string {
  const last = revisions.findLast(({ revision }) => revision === plan?.revision);
  if (!last || last.revision <= 1)
    return `Nothing has been changed yet: this is r${plan?.revision ?? 1}, the plan as it was first made.`;
  return `The last change was ${told(last)}. Say "undo" to take it back.`;
}

function changesSoFar({ revisions, plan }: PlanContext): string {
  const later = revisions.filter(({ revision }) => revision > 1);
  if (later.length === 0)
    return `Nothing has been changed yet: this is r${plan?.revision ?? 1}, the plan as it was first made.`;
  const shown = later.slice(-MOST_TOLD);
  const before = (shown[0]?.revision ?? 2) - 1;
  const more = before > 1 ? ` Before that came r2 to r${before}.` : "";
  return `The changes so far: ${listOf(shown.map(told))}.${more}`;
}
