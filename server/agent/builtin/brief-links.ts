import type { Task } from "./brief-task.ts";
import { cardinal, NUMBER_WORD, ordinal } from "./numerals.ts";
import { isOrderVerb } from "./brief-verbs.ts";
import { isStopWord, likeness, rootOf, wordsIn } from "./words.ts";
import { PATH } from "./path-words.ts";

// Work that reads from outside: several of it in a row do not need each other.
const GATHERING = new Set(
  "fetch get load pull download read collect search gather scrape export import find look query check build ask grab retrieve request list test subscribe open"
    .split(" ")
    .map(rootOf),
);
const ARTICLE = /^(?:the|an?|le|la|les|des?|du|une?|el|los|las|unos?|unas?|der|die|das|den|dem|eine?[nmr]?)$/;
const USES_EARLIER = /\b(?:it|them|they|those|these|each|every|result|results|both|all|above|that)\b/i;

/** For each task the places of those that it waits for. */
export function linksOf(tasks: readonly Task[]): number[][] {
  const links: number[][] = [];
  for (const [index, task] of tasks.entries()) {
    const before = tasks[index - 1];
    if (Array.isArray(task.link)) links.push(unique(task.link.filter((at) => at < index)));
    else if (before && (task.link === "beside" || isBeside(before, task))) links.push(links[index - 1] ?? []);
    else links.push(endsOf(links, tasks));
  }
  return links.map((own, index) => withCondition(own, tasks[index], index));
}

function withCondition(own: number[], task: Task | undefined, index: number): number[] {
  const on = task?.conditionOn ?? null;
  return on !== null && on < index && !own.includes(on) ? [...own, on] : own;
}

// What only a failure leads to is no end that the work as planned waits for.
function endsOf(links: readonly number[][], tasks: readonly Task[]): number[] {
  const isMain = (index: number) => (tasks[index]?.reactsTo ?? null) === null;
  const places = links.map((_link, index) => index).filter(isMain);
  const used = new Set(places.flatMap((index) => links[index] ?? []));
  return places.filter((index) => !used.has(index));
}

function isBeside(before: Task, task: Task): boolean {
  if (before.condition && task.condition && "claim" in before.condition && "claim" in task.condition)
    return true;
  const [a, b] = [wordsIn(before.text), wordsIn(task.text)];
  if (a.length === 0 || b.length === 0 || Array.isArray(before.link) !== Array.isArray(task.link))
    return false;
  // Who writes the same twice means it twice, one after the other.
  if (a.join(" ") === b.join(" ")) return false;
  if (USES_EARLIER.test(task.text) || task.code.length > 0) return false;
  const sameVerb = rootOf(a[0] ?? "") === rootOf(b[0] ?? "") && GATHERING.has(rootOf(a[0] ?? ""));
  const sameNoun =
    a.length <= 3 &&
    b.length <= 3 &&
    a.at(-1) === b.at(-1) &&
    a[0] !== b[0] &&
    a.length > 1 &&
    ![...a, ...b].some((word) => ARTICLE.test(word)) &&
    !isOrderVerb(a[0] ?? "");
  return (sameVerb && a.length <= 10 && b.length <= 10) || sameNoun;
}

const NAMED =
  /\b(?:after|when|once|as soon as|needs?|from|of|steps?|using|uses?|takes?|reads?|builds? on|fed by|combine|join|merge|with|depends on|waits? for|results?(?: of)?|comments|based on|nach)\s+(?:steps?\s+|both\s+)?((?:#?\d{1,2}|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten)(?:\s*(?:,|and|&|und|y|et|,\s*and)\s*(?:step\s+)?(?:#?\d{1,2}|[a-z]\b|one|two|three|four|five|six|seven|eight|nine|ten))*)(?=\s*(?:$|[).,;:]|and\s+\w{3,}|to\b|in\b|(?:is|are|has|have)\b))/gi;

/** The tasks before that a text names by number, letter or the last word of their own text. */
export function namedTasks(text: string, tasks: readonly Task[]): number[] {
  const found: number[] = [];
  for (const match of text.matchAll(NAMED)) {
    const names = (match[1] ?? "")
      .split(/\s*(?:,\s*and|,|\band\b|&|\bund\b|\by\b|\bet\b)\s*/i)
      .map((name) =>
        name
          .replace(/^(?:step )?#?/i, "")
          .trim()
          .toLowerCase(),
      )
      .filter(Boolean);
    const places = names.map((name) => placeOf(name, tasks));
    if (places.every((place) => place >= 0)) found.push(...places);
  }
  return unique(found);
}

function placeOf(name: string, tasks: readonly Task[]): number {
  const byLabel = tasks.findIndex((task) => task.label?.toLowerCase() === name);
  if (byLabel >= 0) return byLabel;
  const number = cardinal(name);
  const byNumber = number === null ? -1 : tasks.findIndex((task) => task.label === String(number));
  const byWord = tasks.flatMap((task, index) => (wordsIn(task.text).includes(name) ? [index] : []));
  if (byWord.length === 1 && !/^\d+$/.test(name)) return byWord[0] ?? -1;
  return byNumber;
}

/** The task that a deed such as "posting it" or "the answer is sent" means; -1 when none does. */
export function taskLike(deed: string, tasks: readonly Task[]): number {
  const asked = wordsIn(deed).filter(
    (word) => !isStopWord(word) && !/^(?:anything|something|etwas|algo|quoi)$/.test(word),
  );
  if (asked.length === 0) return -1;
  // A file or an address is named for one task: a task without it is another one, however alike.
  const target = (PATH.exec(deed)?.[1] ?? /https?:\/\/[^\s`"')]+/i.exec(deed)?.[0])?.toLowerCase();
  const rated = tasks.map((task) => {
    if (target !== undefined && !`${task.text} ${task.detail}`.toLowerCase().includes(target)) return 0;
    const own = wordsIn(task.text);
    const hits = asked.map((word) => Math.max(0, ...own.map((other) => closeness(word, other))));
    return hits.reduce((sum, hit) => sum + hit, 0) / asked.length;
  });
  const top = Math.max(...rated, 0);
  return top >= 0.45 ? rated.lastIndexOf(top) : -1;
}

const BY_NUMBER = new RegExp(
  `\\b(?:steps?|tasks?|items?|points?|schritt|étape|paso)(?: number| no\\.?)? #?(${NUMBER_WORD})\\b|\\b(\\w+) step\\b`,
  "i",
);

/** The task that words name by its number, null where they name none so; -1 when the brief has no such number. */
export function taskNumbered(words: string, tasks: readonly Task[]): number | null {
  const [, counted, placed] = BY_NUMBER.exec(words) ?? [];
  const number = counted === undefined ? ordinal(placed ?? "") : cardinal(counted);
  if (number === null) return null;
  const isNumbered = tasks.some(({ label }) => /^\d+$/.test(label ?? ""));
  if (!isNumbered) return number <= tasks.length ? number - 1 : -1;
  const at = tasks.findIndex(({ label }) => label === String(number));
  return tasks.findLastIndex(({ label }) => label === String(number)) === at ? at : -1;
}

function closeness(wordA: string, wordB: string): number {
  const [a, b] = [plainLetters(wordA), plainLetters(wordB)];
  const like = likeness(a, b);
  if (like > 0) return like;
  const shared = Math.min(a.length, b.length, 5);
  return shared >= 4 && a.slice(0, shared) === b.slice(0, shared) ? 0.6 : 0;
}

function plainLetters(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "");
}

function unique(list: readonly number[]): number[] {
  return [...new Set(list)];
}
