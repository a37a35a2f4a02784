import { asOrder, asOrderOfWork } from "./active-voice.ts";
import { bareOf, isEnglishOrder, orderInside } from "./brief-clauses.ts";
import { expanded } from "./brief-lists.ts";
import { makeTask, type Task } from "./brief-task.ts";
import { bareVerb } from "./bare-verb.ts";

// "Once it is drafted send it": what comes before the order only says that it waits.
export function withoutWaiting(text: string, isOrder: (text: string) => boolean): string {
  const found =
    /^(?:once|when|after|as soon as|sobald|wenn|cuando|después de|quand|après)\s+(?:.+?)(?:,\s*|\s+(?=(?:is|are|have|has)\b))?(.*)$/i.exec(
      text,
    );
  // "Wenn es regnet, …" is a condition; "wenn er fertig ist, …" waits.
  if (WHEN_GERMAN.test(text) && !DONE_GERMAN.test(text.split(",", 1)[0] ?? "")) return text;
  if (!found) return text.replace(/\s+(?:when|once|as soon as) (?:all|both|everything|they)\b.*$/i, "");
  const comma = /^[^,]+,\s*(.+)$/.exec(text)?.[1];
  if (comma) return bareOf(comma);
  return orderInside(text, isOrder) ?? text;
}

const WHEN_GERMAN = /^wenn\s[^,]+,\s*\S/i;
const DONE_GERMAN =
  /(?<!\p{L})(?:fertig|erledigt|abgeschlossen|da|vorlieg\p{L}*|beendet|vorbei|durch|angekommen|bereit|beid\p{L}*|alle[sn]?|hast|habt|ge\p{L}{3,}(?:t|en))(?!\p{L})/iu;

/** "When both are there": what was named as one order about two things are two. */
export const AFTER_BOTH =
  /\b(?:once|when|after|as soon as|if) (?:both|all of (?:them|these|this)|all (?:two|three|four|five)|the (?:two|three|four|five))\b/i;

export function splitLast(tasks: Task[]): void {
  const last = tasks.at(-1);
  const parts = last ? expanded(last.text, true) : [];
  if (!last || last.link === "beside" || parts.length < 2) return;
  tasks.splice(
    -1,
    1,
    ...parts.map((text, index) => ({
      ...last,
      text,
      detail: text,
      link: index === 0 ? last.link : ("beside" as const),
    })),
  );
}

/** "After scanning the receipts, …": the deed that is named as done, as an order. */
export function deedBefore(text: string): string | null {
  const found =
    /^(?:after|once you (?:have|are) (?:done|finished)|when you (?:have|are) (?:done|finished)|having) (\p{L}{2,})ing\s+([^,]+),\s*\S/iu.exec(
      text,
    );
  return found ? `${bareVerb(found[1] ?? "")} ${found[2]}` : null;
}

type Awaiting = { main: string; before: string[] };

/** "Send the page once it has been checked": the order, and what it names as done before it, as orders. */
export function afterPassive(text: string): Awaiting | null {
  const [, main = "", awaited = ""] =
    /^(.+?),? (?:but )?(?:not (?:before|until)|(?:only )?(?:after|once|when|as soon as)) ((?:the|an?|all|each|every|both|our|it|they|that|this)\b.+)$/i.exec(
      text,
    ) ?? [];
  const before =
    awaited === ""
      ? []
      : awaited.split(/,? and (?=(?:the|an?|all|our|it|they)\b)/i).map((part) => asOrder(part));
  if (before.length === 0 || before.includes(null)) return null;
  const object = objectOf(main);
  return {
    main,
    before: before.flatMap((order) =>
      order === null ? [] : [order.replace(/^(\S+) (?:it|they|that|this)\b/i, `$1 ${object}`)],
    ),
  };
}

/** What an order is done to: "the slides" of "send the slides to the speakers". */
function objectOf(order: string): string {
  return order
    .replace(/^\S+\s+/, "")
    .replace(/\s+(?:on|off|up|down|out|in|away|back)$/i, "")
    .replace(/\s+(?:to|for|from|in|into|on|onto|with|at|by|via|as)\s.*$/i, "");
}

// Puts what was named as done before in front; true when the task itself is there already.
export function orderFirst({ main, before }: Awaiting, tasks: Task[]): boolean {
  const own = tasks.findIndex((task) => task.text.toLowerCase() === main.toLowerCase());
  let at = own < 0 ? tasks.length : own;
  for (const [index, text] of before.entries()) {
    if (tasks.some((task) => task.text.toLowerCase() === text.toLowerCase())) continue;
    for (const task of tasks)
      if (Array.isArray(task.link)) task.link = task.link.map((place) => (place >= at ? place + 1 : place));
    tasks.splice(at, 0, makeTask(text, { link: index === 0 ? "next" : "beside" }));
    at += 1;
  }
  return own >= 0;
}

/** "Before you send the offer, check the prices": what comes first and what waits for it; null for other words. */
export function beforeFirst(words: string, isOrder: (text: string) => boolean): Awaiting | null {
  const [, later = "", first = ""] = /^before (?:you |we )?(.+?),\s*(.+)$/i.exec(words) ?? [];
  const main =
    later === ""
      ? ""
      : (asOrderOfWork(`${later} first`)?.replace(/ first$/, "") ??
        later.replace(/^(\p{L}{2,})ing(?= )/iu, (_all, stem: string) => bareVerb(stem)));
  return isOrder(bareOf(main)) && isOrder(bareOf(first)) ? { main, before: [bareOf(first)] } : null;
}

/** Passive words as an order; "they" is what the task before was about. */
export function activeOf(words: string, tasks: readonly Task[]): string {
  const order = isEnglishOrder(bareOf(words)) ? null : asOrderOfWork(words);
  const last = tasks.at(-1);
  return order === null
    ? words
    : last
      ? order.replace(/^(\S+) (?:it|they|that|this)\b/i, `$1 ${objectOf(last.text)}`)
      : order;
}

/** Whether two orders are the same but for their articles. */
export function isSameOrder(a: string, b: string): boolean {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replace(/\b(?:the|an?|all|our|my)\b/g, "")
      .replace(/\s+/g, " ")
      .trim();
  return bare(a) === bare(b);
}
