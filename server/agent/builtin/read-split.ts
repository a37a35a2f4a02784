import { bareVerb } from "./bare-verb.ts";
import { listOf } from "#server/core/list-of.ts";
import { isEnglishOrder } from "./brief-clauses.ts";
import { splitTexts } from "./kept-texts.ts";
import { capitalised, type ListedStep, nameOf, refOf } from "./listed-plan.ts";
import { freeId, imperative } from "./new-step.ts";
import type { World } from "./reference.ts";
import { shareTools } from "./split-tools.ts";
import { ask, edits, type Reading, refuse, withSteps } from "./understanding.ts";

const COUNT = "(?:two|three|four|five|six|\\d+)";
const PARALLEL =
  /,? ?(?:\b(?:and )?(?:these|they|those|the two)\b)?(?: (?:can|may|should|could|must))?(?: both)?(?: (?:run|be done|happen|go))? ?\b(?:side by side|in parallel|parallel|at the same time|simultaneously|next to each other|(?:both|all) (?:at once|together)|at once)\b/i;
const CHAIN =
  /,? ?\b(?:in sequence|one after (?:the other|another)|sequentially|in this order|in that order|in a row)\b/i;

const SPLIT = [
  new RegExp(
    `^(?:split|break|divide|separate|cut|chop|slice|carve|tear|take|pull)(?: up| down| apart)? (.+?)(?: up| apart)? (?:in|into)(?: ${COUNT})?(?: (?:separate |different |single |smaller |new )?(?:steps?|parts?|pieces))?\\s*(?:[:,–-]\\s*|\\s)(.+)$`,
    "i",
  ),
  /^(?:split|break|divide|separate|cut|chop)(?: up| down| apart)? ([^:]+?)(?: up| apart)?\s*(?::|\s[–-])\s+(.+)$/i,
  new RegExp(
    `^(.+?) (?:(?:should|must|shall|has to|needs to|could) (?:be|become|turn into)(?: split into)?|becomes?|turns into) ${COUNT}(?: (?:separate|different))?(?: steps| parts)?\\s*[:,–-]\\s*(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:make|turn) (.+?) (?:into )?${COUNT}(?: separate| smaller| different)?(?: (?:steps|parts|pieces|ones))?\\s*[:,–-]\\s*(.+)$`,
    "i",
  ),
];

/** One step that becomes several. */
export function readSplit(clause: string, world: World): Reading {
  const bare = clause.replace(PARALLEL, "").replace(CHAIN, "").replace(/\s+/g, " ").trim();
  for (const pattern of SPLIT) {
    const found = pattern.exec(bare);
    if (!found) continue;
    const parts = partsIn(found[2] ?? "");
    const isExact = quotedParts(found[2] ?? "").length >= 2;
    // What stands behind the titles of the parts is another order.
    if (isExact && !ONLY_PARTS.test(fromFirstQuote(found[2] ?? ""))) return null;
    if (parts.length >= 2)
      return split(found[1] ?? "", parts, { isExact, isParallel: PARALLEL.test(clause) }, world);
  }
  const open = /^(?:split|break|divide|separate)(?: up| down)?(?: (.+?))?(?: up)?(?: (?:in|into) .*)?$/i.exec(
    bare,
  );
  if (!open) return null;
  return withSteps(
    open[1] ?? "",
    world,
    ([step]) => (step ? (noParts(step) ?? ask(`Into which parts should ${nameOf(step)} be split?`)) : null),
    {
      one: true,
      what: "should be split, and into which parts",
    },
  );
}

// Of a wait no part could do a part.
function noParts(step: ListedStep): Reading {
  if (step.kind !== "wait") return null;
  return ask(
    `${capitalised(nameOf(step))} only waits, and a wait has no parts. What should there be instead: another length, as in "Set the wait of step ${step.number} to 60 seconds", or a new step, as in "Add a step after step ${step.number}: …"? Nothing was changed.`,
  );
}

const QUOTED = /["“]([^"”]+)["”](?=[\s,;.]|$)|['‘]([^'’]{2,})['’](?=[\s,;.]|$)/g;

function fromFirstQuote(text: string): string {
  return text.slice(text.search(QUOTED)).replace(QUOTED, " ");
}

const ONLY_PARTS =
  /^(?:[\s,;:.–-]|\b(?:and|then|or|first|second|third|next|finally|lastly|afterwards|after|that|followed|by|parts?|steps?|one|another|the|a|other|for|to|which|runs?|running|should|both|be|done|called|named|titled|they|all|can)\b)*$/i;

// What stands in quotes is the title, as it is.
function quotedParts(text: string): string[] {
  return [...text.matchAll(QUOTED)].map((match) => (match[1] ?? match[2] ?? "").trim()).filter(Boolean);
}

function partsIn(text: string): string[] {
  const quoted = quotedParts(text);
  if (quoted.length >= 2) return quoted;
  const parts = text
    .replace(/^(?:steps?|parts?)\b[:,]?\s*/i, "")
    .split(/\s*(?:,|;)\s*(?:and\s+)?(?:then\s+)?|\s+(?:and then|then|and afterwards|and)\s+/i)
    .map((part) =>
      part
        .replace(
          /^(?:(?:first|second|third)(?:ly)?(?=[,:]| [a-z]+ (?:the|an?|all|my|our|it)\b)|firstly|secondly|then|finally|one (?:for|that|which|to)|another (?:for|that|to)|the other (?:for|that|to)|a step (?:for|that|to))[:,]?\s+/i,
          "",
        )
        .replace(/[\s–-]+$/, "")
        .trim(),
    )
    .filter(Boolean);
  return parts;
}

function split(
  span: string,
  parts: string[],
  { isExact, isParallel }: { isExact: boolean; isParallel: boolean },
  world: World,
): Reading {
  return withSteps(
    span,
    world,
    ([step]) => {
      if (!step) return null;
      const unsplit = noParts(step);
      if (unsplit !== null) return unsplit;
      if (parts.length > 10)
        return refuse(`A step can be split into 2 to 10 parts, not ${parts.length}. Nothing was changed.`);
      const taken = world.plan.steps.flatMap((other) => other.id ?? []);
      const made = parts.map((part) => {
        const title = isExact ? part : partTitle(part, step.title);
        const id = freeId(title, taken);
        taken.push(id);
        return { id, title };
      });
      const arrangement = isParallel ? "parallel" : "chain";
      const shared = shareTools(step, made, isParallel, world);
      if ("unclear" in shared) return ask(shared.unclear);
      const texts = splitTexts(step, made, world.plan, shared.edits);
      const edit = { op: "split_step", step: refOf(step, world.plan), parts: texts, arrangement };
      const titles = listOf(made.map((part) => `"${part.title}"`));
      return edits([edit, ...shared.edits], [step], `Split ${nameOf(step)} into ${titles}${shared.said}`);
    },
    { one: true, what: "should be split" },
  );
}

// "experience" as a part of "Screen CVs" is "Screen CVs: experience"; a deed stands for itself.
function partTitle(part: string, whole: string): string {
  const deed = gerundAsOrder(part);
  return (
    deed ??
    (/\s/.test(part) && /^[a-z]+ (?:the|a|an|all|out|up|each|every|key|its|our|my)\b/i.test(part)
      ? imperative(part)
      : noun(part, whole))
  );
}

function noun(part: string, whole: string): string {
  const words = part.trim().split(/\s+/);
  return words.length <= 3 &&
    !(words.length > 1 && isEnglishOrder(part)) &&
    !/^(?:write|check|send|read|order|make|get|fetch|create|save|review|test)\b/i.test(part)
    ? `${whole}: ${part.trim()}`
    : imperative(part);
}

function gerundAsOrder(part: string): string | null {
  const found = /^([a-z]{2,})ing\s+(.+)$/i.exec(part.trim());
  if (!found) return null;
  return imperative(`${bareVerb(found[1] ?? "")} ${found[2]}`);
}
