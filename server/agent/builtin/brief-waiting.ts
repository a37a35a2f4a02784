import { bareOf, orderInside } from "./brief-clauses.ts";
import { expanded } from "./brief-lists.ts";
import { makeTask, type Task } from "./brief-task.ts";
import { bareVerb } from "./read-split.ts";

// "Once it is drafted send it": what comes before the order only says that it waits.
export function withoutWaiting(text: string, isOrder: (text: string) => boolean): string {
  const found =
    /^(?:once|when|after|as soon as|sobald|wenn|cuando|después de|quand|après)\s+(?:.+?)(?:,\s*|\s+(?=(?:is|are|have|has)\b))?(.*)$/i.exec(
      text,
    );
  if (!found) return text.replace(/\s+(?:when|once|as soon as) (?:all|both|everything|they)\b.*$/i, "");
  const comma = /^[^,]+,\s*(.+)$/.exec(text)?.[1];
  if (comma) return bareOf(comma);
  return orderInside(text, isOrder) ?? text;
}

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

export function afterPassive(text: string): { main: string; before: string } | null {
  const found =
    /^(.+?),? (?:only )?(?:after|once|when|as soon as) (the \w+(?: \w+)?|it|they|that|this) (?:has|have|is|are) (?:been )?(\w+ed|\w+en)$/i.exec(
      text,
    );
  if (!found) return null;
  const object = /^(?:it|they|that|this)$/i.test(found[2] ?? "")
    ? objectOf(found[1] ?? "")
    : (found[2] ?? "");
  const verb = bareVerb((found[3] ?? "").replace(/(?<=[^e])ed$/, ""));
  return { main: found[1] ?? text, before: `${verb} ${object}`.trim() };
}

function objectOf(order: string): string {
  return order.replace(/^\S+\s+/, "");
}

// Puts what was named as done before in front; true when the task itself is there already.
export function orderFirst({ main, before }: { main: string; before: string }, tasks: Task[]): boolean {
  const own = tasks.findIndex((task) => task.text.toLowerCase() === main.toLowerCase());
  const same = tasks.some((task) => task.text.toLowerCase() === before.toLowerCase());
  if (!same) {
    const at = own < 0 ? tasks.length : own;
    for (const task of tasks)
      if (Array.isArray(task.link)) task.link = task.link.map((place) => (place >= at ? place + 1 : place));
    tasks.splice(at, 0, makeTask(before));
  }
  return own >= 0;
}
