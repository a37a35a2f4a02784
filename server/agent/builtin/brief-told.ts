import type { Task } from "./brief-task.ts";
import { limitsOfBrief, limitsSaid } from "./limit-said.ts";
import { cardinal, NUMBER_WORD } from "./numerals.ts";

const PLACE =
  "(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|\\d+(?:st|nd|rd|th))";
const STEP = "(?:step|task|item|point|schritt|étape|paso|passo)";
const NAMES_STEP = new RegExp(
  `\\b${STEP}s?(?: number| no\\.?)? #?${NUMBER_WORD}\\b|\\b${PLACE} (?:${STEP}|one)s?\\b|\\bbefore (?:number )?#?\\d+(?:(?:,| and|, and| or) #?\\d+)*\\s*(?:$|[.!;,])`,
  "i",
);
// What is told of steps begins so; work of its own begins with its verb.
const LEAD =
  /^(?:(?:please|and|also|but|then|only|always|just|you (?:must|should|have to|need to))[\s,]+)*(?:ask|check with|consult|wait for (?:my|our|me|us)|get (?:my|our)|retry|try|repeat|skip|leave out|omit|stop|abort|cancel|halt|fail|ignore|continue|go on|carry on|do not|don't|never|let|make|have|give|allow|run|start|keep|require|pause|hold|i|we|my|our|no|nothing|before|after|if|when|once|unless|in case|should|without|only|the|approval|limit|frag\w*|pregúntame|demande\w*|vor|falls|wenn|steps?|tasks?|items?|points?|schritt|étape|paso|passo)\b/iu;
const LABELLED = new RegExp(`^${STEP}\\s*#?\\d+\\s*[:.)–-]`, "i");
const MARK = /^\s*(?:(?:[-*+•–]|\d{1,3}[.)]|[a-z][.)])\s*(?:\[[ xX]\]\s*)?)+$/;

/** The sentences of a brief that may tell something of its steps by their places, each as it stands there. */
export function sentencesOnSteps(brief: string): string[] {
  return sentencesIn(brief)
    .filter((sentence) => NAMES_STEP.test(sentence) && LEAD.test(sentence) && !LABELLED.test(sentence))
    .filter((sentence) => !/[`{}]/.test(sentence));
}

/** The sentences of a brief that set what one run may use, as a plan that is there takes them. */
export function sentencesOnLimits(brief: string): string[] {
  const buys = BUYS.test(brief);
  return linesIn(brief).flatMap((line) => {
    const sentences = sentencesOf(line);
    // A sentence beside the work of an item, or below it, is about that item.
    const isOfItem =
      /^\s+(?:[-*+•–]|\d{1,3}[.)])|^\s*\d{1,3}[.)]/.test(line) &&
      (sentences.length > 1 || /^\s{2,}/.test(line));
    return sentences.filter((sentence) => {
      if (limitsSaid(sentence) !== null) return true;
      const limits = isOfItem ? null : limitsOfBrief(sentence);
      return limits !== null && !(buys && limits.some(({ name }) => name === "costUsd"));
    });
  });
}

// What is bought has a price of its own.
const BUYS =
  /\b(?:buy|purchase|book|order (?!by\b)|rent|hire|pay for|hotels?|flights?|tickets?|gifts?|presents?|prices?|shopping|products?|offers?)\b/i;

function sentencesIn(brief: string): string[] {
  return linesIn(brief).flatMap(sentencesOf);
}

function linesIn(brief: string): string[] {
  return brief.replace(/(```+)[\s\S]*?\1/g, "\n").split("\n");
}

function sentencesOf(line: string): string[] {
  const bare = line.replace(/^\s*(?:[-*+•–]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/, "");
  return bare
    .split(/(?<=[.!?;])\s+/)
    .filter((part) => !MARK.test(part))
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The brief without these sentences; the marks of its lists stay, so that its numbers do. */
export function withoutSentences(brief: string, sentences: readonly string[]): string {
  return sentences.reduce((text, sentence) => text.replace(sentence, ""), brief);
}

const NUMBERS = new RegExp(
  `(\\b${STEP}s?(?: number| no\\.?)? |\\bbefore (?:number )?)(#?(?:${NUMBER_WORD})(?:(?:,| and|, and| or|,? und| to|-) (?:${STEP} )?#?\\d+(?! ?(?:times|minutes?|hours?|seconds?|s\\b|min)))*)`,
  "gi",
);

/** The sentence with the places that tasks have in the plan; null where a number names more than one task. */
export function withPlaces(sentence: string, tasks: readonly Task[]): string | null {
  const labels = tasks.map((task) => task.label);
  let isClear = true;
  const said = sentence.replace(NUMBERS, (_all, lead: string, list: string) => {
    const word = /^(?:task|item|point)/i.test(lead) ? lead.replace(/^\w+?(?=s? |s?$)/i, "step") : lead;
    const places = list.replace(new RegExp(`#?${NUMBER_WORD}`, "gi"), (name) => {
      const label = String(cardinal(name.replace("#", "")) ?? name);
      const at = labels.indexOf(label);
      if (at !== labels.lastIndexOf(label)) isClear = false;
      const isNumbered = labels.some((other) => other !== null && /^\d+$/.test(other));
      return String(isNumbered ? (at < 0 ? NOWHERE + Number(label) : at + 1) : label);
    });
    return `${word}${places}`;
  });
  return isClear ? said : null;
}

// A place that no plan has: what the brief does not number is named by none.
const NOWHERE = 100_000;

/** A number that the brief has used, where a place stands for it. */
export function withNumbersSaid(text: string): string {
  return text.replace(/\d{6}/g, (place) => String(Number(place) - NOWHERE));
}

/** The place where the work begins that a place ends: an item of several orders is a step for each. */
export function beginOf(place: number, tasks: readonly Task[]): number {
  const isFirst = tasks.findIndex((task) => task.label !== null) === place;
  let at = place;
  while (
    !isFirst &&
    at > 0 &&
    tasks[place]?.label !== null &&
    tasks[at - 1]?.label === null &&
    tasks[at - 1]?.isPart
  )
    at -= 1;
  return at;
}
