import { listOf } from "#server/core/list-of.ts";
import { changesInEffect } from "./in-effect.ts";
import type { ListedPlan, PlanContext } from "./listed-plan.ts";
import { ordinal } from "./numerals.ts";
import { readMessage } from "./read-message.ts";
import { ask, type Reading } from "./understanding.ts";
import { isStopWord, likeness, wordsIn } from "./words.ts";

type Change = PlanContext["revisions"][number];

/** Words for a change, and how its description begins. */
const KINDS: [RegExp, RegExp][] = [
  [/^(?:re-?nam|re-?titl)/i, /\bRenamed\b/],
  [/^(?:remov|delet|drop)/i, /\bRemoved\b/],
  [/^(?:add|insert|new$)/i, /\bAdded\b/],
  [/^approv/i, /\bapproval\b/i],
  [/^mov/i, /\bMoved\b/],
  [/^swap/i, /\bSwapped\b/],
  [/^merg/i, /\bMerged\b/],
  [/^split/i, /\bSplit\b/],
  [/^retr/i, /\bretr(?:y|ies)\b/i],
  [/^(?:link|dependenc|wait)/i, /\b(?:waits? |depends? |no longer wait)/i],
  [/^condition/i, /\bruns? only|\bcondition\b/i],
];
const NO_CHANGE = /^(?:change|changes|changed|edit|edits|last|latest|back|undo|made|did|step|steps|\d+)$/;

/**
 * One change that is called by what it did. The last one is undone; of an earlier one only what can be turned round by
 * itself, so that the changes since stay.
 */
export function undoNamed(words: string, context: PlanContext): Reading {
  const { plan } = context;
  const all = changesInEffect(context);
  // Two changes at once are no one change.
  if (/\b(?:and|or)\b|,/i.test(words.replace(/"[^"]*"/g, ""))) return null;
  const chosen = plan === null ? null : chosenIn(all, words, plan);
  if (plan === null || chosen === null) return null;
  const later = all.slice(all.indexOf(chosen) + 1);
  if (later.length === 0) return restored(chosen);
  const order = turnedRound(chosen.words, plan);
  const read = order === null ? null : readMessage(order, { plan, focus: [] });
  const [only, more] = read ?? [];
  if (only?.type === "edits" && only.edits.length > 0 && more === undefined) return only;
  return asked(chosen, later);
}

/** Whether the last change did what a verb says. */
export function wasLastChange(verb: string, { revisions, plan }: PlanContext): boolean {
  const last = revisions.find(({ revision }) => revision === plan?.revision);
  return last !== undefined && isOf(verb, last);
}

function chosenIn(all: readonly Change[], words: string, plan: ListedPlan): Change | null {
  const said = wordsIn(words);
  const title = plan.steps[Number(/\bsteps? #?(\d+)/i.exec(words)?.[1] ?? 0) - 1]?.title;
  const named = said.filter((word) => !isStopWord(word) && ordinal(word) === null && !NO_CHANGE.test(word));
  const fits = all.map((change) => ({
    change,
    fit: named.filter((word) => isOf(word, change)).length + (isOfStep(change, title, words) ? 1 : 0),
  }));
  const top = Math.max(0, ...fits.map(({ fit }) => fit));
  const isNamed = named.length > 0 || title !== undefined;
  if (isNamed && top === 0) return null;
  const alike = fits.filter(({ fit }) => fit === top).map(({ change }) => change);
  const place = said.map(ordinal).find((number) => number !== null);
  return (place == null ? alike.at(-1) : alike[place - 1]) ?? null;
}

// By its number, or by a title that the change has spoken of.
function isOfStep(change: Change, title: string | undefined, words: string): boolean {
  const titles = [...change.words.matchAll(/"([^"]+)"/g)].map(([, inner = ""]) => inner.toLowerCase());
  if (title !== undefined) return titles.includes(title.toLowerCase());
  return titles.some((inner) => ` ${words.toLowerCase()} `.includes(` ${inner} `));
}

function isOf(word: string, { words }: Change): boolean {
  const kind = KINDS.find(([asked]) => asked.test(word));
  if (kind !== undefined) return kind[1].test(words.replace(/"[^"]*"/g, '""'));
  return wordsIn(words).some((own) => likeness(word, own) > 0);
}

function restored({ revision, words }: Change): Reading {
  const changeDescription = `Back to revision ${revision - 1}, which takes back ${quoted(words)}`;
  return {
    type: "call",
    call: { name: "restore_revision", input: { revision: revision - 1, changeDescription } },
  };
}

const MAX_WORDS = 120;

function quoted(words: string): string {
  return `"${words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS - 1)}…` : words}"`;
}

// The order that takes back a change of one step, which is called as it was then.
function turnedRound(words: string, { steps }: ListedPlan): string | null {
  const stepOf = (title: string) => {
    const [step, twin] = steps.filter((item) => item.title === title);
    return step && !twin ? `step ${step.number}` : null;
  };
  const [, before = "", after = ""] = /^Renamed "([^"]+)" to "([^"]+)"$/.exec(words) ?? [];
  const renamed = stepOf(after);
  if (renamed !== null) return `rename ${renamed} to "${before}"`;
  const asking = stepOf(/^Approval required for "([^"]+)"$/.exec(words)?.[1] ?? "");
  if (asking !== null) return `do not ask me before ${asking}`;
  const free = stepOf(/^No approval for "([^"]+)"$/.exec(words)?.[1] ?? "");
  if (free !== null) return `ask me before ${free}`;
  const added = stepOf(/^Added "([^"]+)"(?=$| after| before| at| and| between|;)/.exec(words)?.[1] ?? "");
  return added === null ? null : `remove ${added}`;
}

function asked(chosen: Change, later: readonly Change[]): Reading {
  const told = ({ revision, words }: Change) => `r${revision} ${quoted(words)}`;
  const removed = /^Removed "([^"]+)"$/.exec(chosen.words)?.[1];
  const alone = removed === undefined ? "" : ` To have only that step again, say "bring back ${removed}".`;
  return ask(
    `That was ${told(chosen)}, and after it came ${listOf(later.map(told))}.${alone} To go back before all of them, say "go back to revision ${chosen.revision - 1}". Nothing was changed.`,
  );
}
