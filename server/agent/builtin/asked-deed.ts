import { asOrder, plainOf } from "./active-voice.ts";
import { goingOut, nounOf, verbOfNoun } from "./approval-before.ts";
import { bareVerb } from "./bare-verb.ts";
import { taskLike } from "./brief-links.ts";
import { isOrderVerb } from "./brief-verbs.ts";
import type { Task } from "./brief-task.ts";
import { PATH } from "./path-words.ts";
import { isStopWord, likeness, wordsIn } from "./words.ts";

/** "Ask me before you go on": whatever is done next, or was told last. */
export const POINTS_ON =
  /^(?:you )?(?:(?:do|doing) (?:it|that|this|so|anything|any of (?:it|this|that))|(?:go|going) (?:on|ahead|further)|(?:continu|proceed)\w*|(?:carry|carrying|move|moving) on|(?:finish|start|act|end|run)(?:ing)?|(?:开始|继续|执行|运行|进行|実行|開始)|(?:it|that|this|they) (?:happens?|is done|goes (?:on|out|ahead))|that|this|it)(?: (?:it|on|with it|that))?$/i;
const ANYTHING =
  /\b(?:anything|something|any (?:\w+ )?\w+|things|everything|all of (?:it|them)|etwas|algo|quoi que ce soit)\b/i;

// Verbs that do the same to the world outside, as far as a person wants to be asked about it.
const KINDS = [
  "send mail email e publish post announce notify tell share submit upload release deploy tweet text message order pay book invite deliver ship forward reply answer",
  "write save store append export output record put",
  "delete remove erase drop wipe purge clear destroy",
  "pay buy order purchase transfer spend",
  "read load open fetch get",
  "change update edit modify adjust alter overwrite replace rename patch sync reprice",
].map((words) => new Set(words.split(" ")));
// The same in languages whose verbs are not listed, in any of their forms.
const ABROAD = [
  /schick|versend|versand|send(?:en|et|e)?\b|mailen|\benv[ií]|envo[iy]|expédi/iu,
  /schreib|speicher|sicher|escrib|guard|écri[rtv]|enregistr|sauvegard/iu,
  /einlad|\blad(?:e|en|et)?\b.* ein\b|invit/iu,
  /lösch|entfern|borr|elimin|supprim|efface/iu,
  /veröffentlich|public|publi[ec]|publier/iu,
  /bezahl|überweis|\bpag|pay(?:er|e)\b|vir(?:er|ement)/iu,
];

/** Makes the tasks that a deed means ask first; false when none does it. */
export function askForDeed(deed: string, tasks: readonly Task[]): boolean {
  const meant = tasksMeant(deed, tasks);
  for (const task of meant) task.approval = true;
  return meant.length > 0;
}

function tasksMeant(deed: string, all: readonly Task[]): Task[] {
  if (ASIAN.test(deed)) return likeLetters(deed, all);
  const outward = goingOut(deed);
  if (outward !== null) return goingOutWith(outward, all);
  const verb = verbOf(deed);
  const target = pathIn(deed);
  // What is done to another file is another deed.
  const tasks = target === null ? all : all.filter(({ text }) => [null, target].includes(pathIn(text)));
  const doing = verb === null ? [] : tasks.filter((task) => likeness(firstOf(task), verb) > 0);
  const isOfAny = ANYTHING.test(deed);
  if (isOfAny) {
    const alike = verb === null ? [] : tasks.filter((task) => isOfKind(firstOf(task), verb));
    const thing = alike.length > 0 ? null : nounOf(deed);
    const like = tasks[thing === null ? -1 : taskLike(thing, tasks)];
    return like ? [like] : alike;
  }
  const [only, another] = doing;
  if (target === null && only && another) {
    // Several do it: the words behind the verb decide, and where they do not, each of them asks.
    const best = bestOf(deed, doing);
    return best === null ? doing : [best];
  }
  const among = doing.length > 0 ? doing : tasks;
  const found = among[taskLike(deed, among)];
  if (found) return [found];
  // "Ask me before it is written" is about what is put into a file too; what is sent is told apart elsewhere.
  const alike =
    verb === null || KINDS[0]?.has(verb) ? [] : tasks.filter((task) => isOfKind(firstOf(task), verb));
  if (alike.length > 0) return alike;
  const abroad = ABROAD.filter((kind) => kind.test(deed));
  const last = tasks.findLast(({ text }) => abroad.some((kind) => kind.test(text)));
  return last && verb === null ? [last] : [];
}

const ASIAN = /[\u3041-\u30ff\u4e00-\u9fff]/u;
const LEAST_LETTERS = 2;

// No space tells words apart: the task with the longest row of the deed's letters, if that is most of them.
function likeLetters(deed: string, tasks: readonly Task[]): Task[] {
  const rated = tasks.map(({ text }) => longestShared(deed, text));
  const top = Math.max(0, ...rated);
  const best = tasks[rated.lastIndexOf(top)];
  return best && top >= Math.max(LEAST_LETTERS, deed.length / 2) ? [best] : [];
}

function longestShared(a: string, b: string): number {
  for (let length = a.length; length > 0; length -= 1)
    for (let at = 0; at + length <= a.length; at += 1)
      if (b.includes(a.slice(at, at + length))) return length;
  return 0;
}

const LIVE = new Set("deploy release launch publish upload push ship".split(" "));

function isOutward(task: Task): boolean {
  const [send, , , , publish] = ABROAD;
  const isAbroad = [send, publish].some((kind) => kind?.test(task.text));
  return isOfKind(firstOf(task), "send") || LIVE.has(firstOf(task)) || isAbroad;
}

// "The email goes out": what sends, and of several that do the one with the words said.
function goingOutWith(words: string, tasks: readonly Task[]): Task[] {
  const outward = tasks.filter(isOutward);
  const things = wordsIn(words).filter((word) => !isStopWord(word));
  if (things.length === 0) return outward;
  const named = outward.filter(({ text }) =>
    wordsIn(text).some((own) => things.some((thing) => likeness(own, thing) > 0)),
  );
  return named.length > 0 ? named.slice(-1) : outward.slice(-1);
}

function pathIn(text: string): string | null {
  return PATH.exec(text)?.[1]?.toLowerCase() ?? null;
}

function bestOf(deed: string, tasks: readonly Task[]): Task | null {
  const things = wordsIn(deed).slice(1);
  const rated = tasks.map(({ text }) => {
    const own = wordsIn(text).slice(1);
    return things.filter((word) => !isStopWord(word) && own.some((other) => likeness(word, other) > 0))
      .length;
  });
  const top = Math.max(...rated);
  return top > 0 && rated.indexOf(top) === rated.lastIndexOf(top)
    ? (tasks[rated.indexOf(top)] ?? null)
    : null;
}

function firstOf({ text }: Task): string {
  return wordsIn(text)[0] ?? "";
}

function isOfKind(verb: string, asked: string): boolean {
  return likeness(verb, asked) > 0 || KINDS.some((kind) => kind.has(verb) && kind.has(asked));
}

/** The verb of "you write it", "writing it" and "it is written" in its plain form; null where no verb is known. */
function verbOf(deed: string): string | null {
  const noun = verbOfNoun(deed);
  if (noun !== null) return noun;
  const order = asOrder(deed.replace(/^(?:anything|something|any)\b/i, "that")) ?? deed;
  const [first = ""] = wordsIn(order.replace(/^(?:you|we|they|it) (?:actually |really )?/i, ""));
  const stem = /^(\p{L}{2,})ing$/u.exec(first)?.[1];
  const verb = stem === undefined ? first : bareVerb(stem);
  if (isOrderVerb(verb)) return verb;
  const last = plainOf(wordsIn(deed).at(-1) ?? "");
  return last !== null && isOrderVerb(last) ? last : null;
}
