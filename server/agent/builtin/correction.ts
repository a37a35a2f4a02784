import type { ListedPlan, ListedStep, PlanContext } from "./listed-plan.ts";
import { nameOf, namesOf, refOf } from "./listed-plan.ts";
import { numberedOrder } from "./plain-order.ts";
import { bareClause } from "./plain-words.ts";
import { readMessage } from "./read-message.ts";
import { asksForRemoved } from "./read-restore.ts";
import { rehearse } from "./rehearse.ts";
import { resolve } from "./resolve.ts";
import { type Edit, edits, type Understanding, unique } from "./understanding.ts";

// "No point in going on" denies something and takes nothing back; "wait for step 2" is an order.
const NO =
  "no+(?! more\\b)(?! (?:more |longer |further |manual )*(?:approvals?|ok|need|point|sense|use|reason|retr(?:y|ies)|steps?|conditions?|dependenc(?:y|ies)|one|confirmation|permission|timeout|parallel|longer)\\b)";
const WAIT = "wait(?! (?:for|until|till)\\b)";
const LEAD = new RegExp(
  `^(?:(?:${NO}|nope|nah|sorry|oops|whoops|ouch|argh|damn|oh|ah|${WAIT}|hold on|hm+|hmm|uh|actually|my (?:mistake|bad)|i (?:said|meant|named|told you) the wrong (?:thing|one|step|number)|i (?:misspoke|was wrong)|wrong (?:one|step|number)|that (?:was|is) the wrong (?:one|step|number|way (?:a)?round)|(?:the )?wrong way (?:a)?round(?=[\\s,.!:;–—-]+\\S)|that (?:was|is) (?:wrong|not (?:it|right|what i (?:meant|wanted)))|not (?:that|this)(?: one| step)|forget (?:it|that)|scratch that|i take (?:it|that) back|my fault|that was a mistake|correction|i(?: have)? changed my mind|on second thoughts?|bad idea|i (?:got|had|have|mixed) (?:it|that|this|them) (?:backwards|wrong|mixed up|up|the wrong way (?:a)?round))\\b[\\s,.!:;–—-]*)+`,
  "i",
);
const MEANT =
  /^(?:(?:i|we) (?:meant|mean|was thinking of|wanted|was talking about)|it (?:was|is|should (?:have been|be))|(?:better|rather|instead)(?:[:,]|\s*[:–-])|that (?:should have been|should be|was meant to be|was meant for|was for)|(?:this|that|it) was supposed to be|make (?:it|that)|should (?:have been|be)|rather)\s+(.+)$/i;
// "It is 8 that I wanted to approve".
const I_MEANT =
  /,? (?:that|which) (?:i|we) (?:really |actually )?(?:wanted|meant|mean|want)(?: to (?:\w+ ?){1,3})?$/i;
// These also begin an order about the step last spoken of.
const WEAK = /^(?:it|that|this|make|should|rather)\b/i;
const MEANT_LAST =
  /^(.+?),? (?:(?:is|was) (?:the (?:one|step)|what) (?:(?:that )?(?:i|we) (?:meant|mean|wanted)|to (?:go|remove|change|be \w+))(?:,.+ stays?)?|(?:that )?(?:i|we) (?:meant|mean|wanted)(?: instead)?|not (?:that|this)(?: one| step)?|instead of (?:that|this)(?: one| step)?)$/i;
const TURNED =
  /\b(?:other|wrong) way (?:a?round|round)\b|\b(?:reverse|vice versa|the opposite|turned around|backwards)\b/i;
const MOST_TURNED_WORDS = 8;
const INSTEAD = /^(.+?),? (?:and )?(?:not|instead of|rather than) (.+)$/i;

/** A message that takes the last change back and says what was really meant; null when it is none. */
export function readCorrection(
  text: string,
  earlier: readonly string[],
  context: PlanContext,
): Understanding[] | null {
  const before = planBefore(context);
  const lead = LEAD.exec(text)?.[0] ?? deniedIn(text, before, context.plan);
  const rest = text.slice(lead.length).trim();
  const turnedRest = MEANT_LAST.exec(rest)?.[1];
  const meant = (MEANT.exec(turnedRest ?? rest)?.[1] ?? turnedRest)?.replace(I_MEANT, "");
  if (!before || context.plan === null || (lead === "" && meant === undefined && !isTurned(text)))
    return null;
  if (lead === "" && meant !== undefined && WEAK.test(rest) && !namesOther(meant, before)) return null;
  if (/\b(?:also|as well|too|additionally)\b/i.test(rest) && !/^no\b/i.test(lead)) return null;

  const back: Edit = { op: "restore_revision", revision: before.revision };
  if (rest === "") return [{ type: "call", call: undo(before.revision) }];
  // Of the plan before nothing has to come back.
  if (asksForRemoved(bareClause(rest))) return null;
  const world = { plan: before, focus: [] };
  const turned = TURNED.test(rest) && turnedLink(before, context.plan);
  if (turned) return [edits([back, turned.edit], [], turned.said)];
  const isStep = before.steps.some(
    (step) => step.title.toLowerCase() === TITLE.exec((meant ?? rest).trim())?.[1]?.toLowerCase(),
  );
  const titled = isStep ? null : otherTitle(meant ?? rest, earlier.at(-1) ?? "", before);
  if (titled) return [edits([back, titled.edit], [], titled.said)];
  const placed = otherPlace(meant ?? rest, earlier.at(-1) ?? "", before);
  if (placed) return [edits([back, ...placed.edits], [], placed.said)];
  const replaced = substitute(meant ?? rest, earlier.at(-1) ?? "", before);
  if (replaced) return [edits([back, ...replaced.edits], [], replaced.said)];
  const read = readMessage(rest, { ...world, focus: changedIn(before, context.plan) });
  if (read?.some((reading) => reading.type === "reply")) return read;
  const list = read?.flatMap((reading) => (reading.type === "edits" ? reading.edits : [])) ?? [];
  if (list.length === 0) return read === null ? null : [{ type: "call", call: undo(before.revision) }];
  const said =
    read?.flatMap((reading) => (reading.type === "edits" && reading.said ? [reading.said] : [])).join("; ") ??
    "";
  return [edits([back, ...list], [], said)];
}

// What the last change has made is gone after it is taken back, and its ids stay taken.
function planBefore({ beforeLastChange: before, plan }: PlanContext): ListedPlan | null {
  if (before === null || plan === null) return before;
  return {
    ...before,
    retiredIds: [...(plan.retiredIds ?? []), ...plan.steps.flatMap((step) => step.id ?? [])],
  };
}

// "Not the budget!! The signature …": what the last change was about is denied.
function deniedIn(text: string, before: ListedPlan | null, now: ListedPlan | null): string {
  const [lead = "", words = ""] = /^not ([^,;.!:–-]+?)\s*[,;.!:–-]+\s*/i.exec(text) ?? [];
  const denied = before === null || now === null || lead === "" ? null : single(words, before);
  return before && now && denied && changedIn(before, now).includes(denied) ? lead : "";
}

// Without a word that something was wrong, only a message that names no step turns the last change around.
function isTurned(text: string): boolean {
  return TURNED.test(text) && !/[\d"“]/.test(text) && text.split(/\s+/).length <= MOST_TURNED_WORDS;
}

// A step or a title that takes the place of the one in the last order.
function namesOther(words: string, before: ListedPlan): boolean {
  return TITLE.test(words.trim()) || single(INSTEAD.exec(words)?.[1] ?? words, before) !== null;
}

function undo(revision: number) {
  return { name: "restore_revision", input: { revision, changeDescription: `Back to revision ${revision}` } };
}

/** The one dependency that the last change added, the other way round. */
function turnedLink(before: ListedPlan, now: ListedPlan): { edit: Edit; said: string } | null {
  const old = new Map(before.steps.map((step) => [step.title, step]));
  const added = now.steps.flatMap((step) =>
    step.dependsOn.flatMap((number) => {
      const awaited = now.steps[number - 1];
      const was = old.get(step.title);
      const had = was?.dependsOn.some((other) => before.steps[other - 1]?.title === awaited?.title) ?? true;
      return awaited && !had ? [{ step, awaited }] : [];
    }),
  );
  const [link, more] = added;
  const [waiting, awaited] = [old.get(link?.awaited.title ?? ""), old.get(link?.step.title ?? "")];
  if (!link || more || !waiting || !awaited) return null;
  const edit = { op: "add_dependency", step: refOf(waiting, before), dependsOn: [refOf(awaited, before)] };
  return { edit, said: `${nameOf(waiting)} waits for ${nameOf(awaited)}` };
}

const TITLE = /^["“'‘]([^"”]+)["”'’]$/;

// "Make that "Water the plants"" after a new title: the title is what was wrong.
function otherTitle(words: string, earlier: string, before: ListedPlan): { edit: Edit; said: string } | null {
  const title = TITLE.exec(words.trim())?.[1];
  const last = readMessage(numberedOrder(earlier, before), { plan: before, focus: [] });
  const [edit, more] = last?.flatMap((reading) => (reading.type === "edits" ? reading.edits : [])) ?? [];
  if (title === undefined || !edit || more || edit.op !== "update_step") return null;
  const changes = Array.isArray(edit["changes"]) ? edit["changes"] : [];
  if (!JSON.stringify(changes).startsWith('[{"field":"title"')) return null;
  const changed = { ...edit, changes: [{ field: "title", value: title }] };
  return { edit: changed, said: `Renamed to "${title}"` };
}

const PLACE =
  /\b(?:right |directly |straight )?(?:after|before|behind|in front of)\b.+$|\bat the (?:very )?(?:end|start|beginning)\b.*$/i;

// "I meant after 4": the last order with another place.
function otherPlace(
  words: string,
  earlier: string,
  before: ListedPlan,
): { edits: Edit[]; said: string } | null {
  const order = numberedOrder(earlier, before);
  if (PLACE.exec(words)?.index !== 0 || !PLACE.test(order)) return null;
  const read = readMessage(order.replace(PLACE, words), { plan: before, focus: [] });
  if (read === null || read.some((reading) => reading.type !== "edits")) return null;
  const list = read.flatMap((reading) => (reading.type === "edits" ? reading.edits : []));
  const said = read.flatMap((reading) => (reading.type === "edits" ? [reading.said] : []));
  return list.length === 0 ? null : { edits: list, said: said.filter(Boolean).join("; ") };
}

/** The edits of the last message with one step replaced by the one that was meant. */
function substitute(
  words: string,
  earlier: string,
  before: ListedPlan,
): { edits: Edit[]; said: string } | null {
  const turned = /^not ([^,;]+)[,;]\s*(?:but )?(.+)$/i.exec(words);
  const pair = turned ? [turned[0], turned[2], turned[1]] : INSTEAD.exec(words);
  const meant = single(pair?.[1] ?? words, before);
  if (!meant) return pair ? null : exchanged(words, earlier, before);
  const last = readMessage(numberedOrder(earlier, before), { plan: before, focus: [] });
  const list = unique(last?.flatMap((reading) => (reading.type === "edits" ? reading.edits : [])) ?? []);
  if (list.length === 0) return null;
  const wrong = pair ? single(pair[2] ?? "", before) : null;
  const refs = wrong ? [refOf(wrong, before)] : [...new Set(list.flatMap(refsIn))];
  for (const ref of refs) {
    const changed = list.map((edit) => replaceRef(edit, ref, refOf(meant, before)));
    if (JSON.stringify(changed) !== JSON.stringify(list) && rehearse(changed, before).length === 0) {
      return { edits: changed, said: `Meant was ${nameOf(meant)}` };
    }
  }
  return null;
}

// "I meant 7 and 8" after an order about two steps: each takes the place of the one named in its place.
function exchanged(
  words: string,
  earlier: string,
  before: ListedPlan,
): { edits: Edit[]; said: string } | null {
  const reference = resolve(words, { plan: before, focus: [] });
  const last = readMessage(numberedOrder(earlier, before), { plan: before, focus: [] });
  const list = unique(last?.flatMap((reading) => (reading.type === "edits" ? reading.edits : [])) ?? []);
  const refs = [...new Set(list.flatMap(refsIn))];
  if (reference.type !== "steps" || refs.length !== reference.steps.length) return null;
  const to = reference.steps.map((step) => refOf(step, before));
  const held = list.map((edit) => refs.reduce((now, ref, at) => replaceRef(now, ref, `\u0000${at}`), edit));
  const changed = held.map((edit) =>
    to.reduce<Edit>((now, ref, at) => replaceRef(now, `\u0000${at}`, ref), edit),
  );
  if (rehearse(changed, before).length > 0) return null;
  return { edits: changed, said: `Meant were ${namesOf(reference.steps)}` };
}

function single(words: string, plan: ListedPlan): ListedStep | null {
  const bare = words.replace(/^(?:the )?(?:one )?(?:about |for )?/i, "").trim();
  if (bare.split(/\s+/).length > 6) return null;
  const reference = resolve(bare, { plan, focus: [] });
  return reference.type === "steps" && reference.steps.length === 1 ? (reference.steps[0] ?? null) : null;
}

function refsIn(edit: Edit): (string | number)[] {
  return ["step", "with", "dependsOn", "steps"].flatMap((field) => {
    const value = edit[field];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((item) => (typeof item === "string" || typeof item === "number" ? [item] : []));
  });
}

function replaceRef(edit: Edit, from: string | number, to: string | number): Edit {
  const swap = (value: unknown): unknown =>
    value === from ? to : Array.isArray(value) ? value.map(swap) : value;
  const fields = ["step", "with", "dependsOn", "steps"].flatMap((field) =>
    field in edit ? [[field, swap(edit[field])]] : [],
  );
  return { ...edit, ...Object.fromEntries(fields) };
}

function changedIn(before: ListedPlan, now: ListedPlan): ListedStep[] {
  const gone = before.steps.filter((step) => !now.steps.some((other) => other.title === step.title));
  if (gone.length > 0) return gone;
  return before.steps.filter((step) => {
    const other = now.steps.find((item) => item.title === step.title);
    return other && (String(other.dependsOn) !== String(step.dependsOn) || other.approval !== step.approval);
  });
}

function aboutIn(read: readonly Understanding[] | null): ListedStep[] {
  return read?.flatMap((reading) => (reading.type === "edits" ? reading.about : [])) ?? [];
}

const SELF = new RegExp(
  `^(.+?)(?:\\s*(?:\\.{2,}|…|[-–—]+|[?!.,;])\\s*)(?:(?:${NO}|nope|ah|oh|uh|er|erm|um|${WAIT}|hang on|hold on|sorry|kidding|just kidding|scratch that|i mean|i meant|or rather|rather|actually|make that|correction|oops|hm+)\\b[\\s,.!:–—-]*)+(.+)$`,
  "i",
);

// "3 waits for 5, no, for 4": the words behind the last such preposition are said anew.
function withLastSpan(first: string, heard: string): string | null {
  const [, preposition = ""] = /^(for|on|after|before|behind|to|with|from|into|until) \S/i.exec(heard) ?? [];
  const at = preposition === "" ? -1 : first.toLowerCase().lastIndexOf(` ${preposition.toLowerCase()} `);
  return at < 1 ? null : `${first.slice(0, at)} ${heard}`;
}

/** A message that corrects itself: what is left of it once the part taken back is gone. */
export function withoutTakenBack(text: string, plan: ListedPlan): string {
  const rest = text.slice(LEAD.exec(text)?.[0].length ?? 0);
  if (asksForRemoved(bareClause(rest))) return rest;
  const found = SELF.exec(text);
  const [, loosely = "", precisely] = /^(.+?)[,\s]*\bi\.e\.[:,]?\s+(.+)$/i.exec(text) ?? [];
  const focus = precisely === undefined ? [] : aboutIn(readMessage(loosely, { plan, focus: [] }));
  const read = precisely === undefined ? null : readMessage(precisely, { plan, focus });
  if (precisely !== undefined && read?.every((reading) => reading.type !== "reply"))
    return focus.length > 0 && /\b(?:it|that|this|them|those)\b/i.test(precisely) ? loosely : precisely;
  if (!found) return text;
  const [, first = "", heard = ""] = found;
  const second = heard.replace(
    /(?:[,\s]+(?:actually|rather|instead|i (?:mean|meant)|sorry|please|of course|i think))+[.!]*$/i,
    "",
  );
  if (
    readMessage(second, { plan, focus: [] }) !== null &&
    !/^(?:only )?(?:on |for |to )?(?:the )?(?:steps? )?\S+(?: (?:step|one))?$/i.test(second)
  )
    return second;
  const reference = second.replace(/^(?:only |just )+/i, "");
  const swapped = withLastSpan(first, reference);
  if (swapped !== null) return swapped;
  const spans = /^(.*?\b(?:steps?|on|for|the|of)\s+)?([^,]*)$/i;
  const verb =
    /^((?:please |just )*[a-z]+(?: (?:my )?approval (?:on|for)| retries (?:on|for)| on| for)?)\s+(.+)$/i.exec(
      first,
    );
  return verb ? `${verb[1]} ${reference.replace(/^(?:on|for) /i, "")}` : spans.test(first) ? second : text;
}
