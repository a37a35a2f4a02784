import { ordinal } from "./numerals.ts";
import { isSmallTalk } from "./question.ts";

const START_OVER =
  /^(?:please |ok(?:ay)?,? )?(?:let us |let's )?(?:start (?:over|again|afresh|from scratch)|(?:make |i want )?(?:a )?new plan|begin again|forget (?:this|the) plan)(?: please)?[.!]*$/i;
const NEW_BRIEF = "What should the new plan do?";
const YES =
  /^(?:yes|yep|yeah|sure|ok(?:ay)?|please do|do it|do that|go ahead|right|exactly|please)\b[\s,.!]*(?:please|do it|do that)?[.!\s]*$/i;
const NO =
  /^(?:no+|nope|nah|neither|none(?: of (?:them|these|those))?|no thanks?|no thank you|never ?mind|forget it|cancel)\b[\s,.!]*(?:thanks?|thank you|never ?mind|leave it|keep it)?[.!\s]*$/i;
const ORDER =
  /^(?:please )?(?:remove|delete|drop|rename|swap|move|merge|split|make|let|add|insert|undo|redo|save|run|ask|change|set|go back|keep|i meant|no,)\b/i;
const TIME = /^(?:at |by |um |@ ?)?(?:\d{1,2}\b|noon|midnight)/i;
const MAX_ANSWER = 120;

/** What a reply to the planner's own question comes to: a whole order, words in reply, or a new brief. */
export type Completed =
  | { type: "order"; text: string }
  | { type: "reply"; text: string }
  | { type: "brief" }
  | null;

/** Reads a short message as the answer to what the planner asked last. */
export function completed(message: string, asked: string, earlier: readonly string[]): Completed {
  const words = message.trim();
  if (START_OVER.test(words)) return { type: "reply", text: startOverReply() };
  const isOpen = /\?["”]?\s*$|\?\s/.test(asked);
  if (isBriefAwaited(asked)) {
    if (NO.test(words)) return { type: "reply", text: "The plan stays as it is." };
    if (isEditOf(words)) return null;
    const isBrief = words.split(/\s+/).length > 2 && !isSmallTalk(words) && !/\?\s*$/.test(words);
    // Until it is called off, the next brief is waited for.
    return isBrief ? { type: "brief" } : { type: "reply", text: startOverReply() };
  }
  if (isOpen && NO.test(words)) return { type: "reply", text: "Then the plan stays as it is." };
  if (YES.test(words)) {
    if (/start over with a new brief\?/.test(asked)) return { type: "reply", text: startOverReply() };
    const offered = /\bsay "([^"…]+)"/i.exec(asked)?.[1];
    return offered === undefined ? null : { type: "order", text: offered };
  }
  if (!isOpen || words.length > MAX_ANSWER || words.endsWith("?") || ORDER.test(words) || isSmallTalk(words))
    return null;
  const order = orderFrom(words.replace(/[.!]+$/, ""), asked, earlier.at(-1) ?? "");
  return order === null ? null : { type: "order", text: order };
}

function startOverReply(): string {
  return `${NEW_BRIEF} Your next message is read as a brief, and its plan takes the place of this one; say "never mind" to keep this plan.`;
}

function isEditOf(words: string): boolean {
  return /^(?:please )?(?:undo|redo|rename|remove|delete|move|swap|merge|split)\b.*\b(?:steps?|\d+|it|that)\b/i.test(
    words,
  );
}

const FILLED: [RegExp, (number: string, words: string) => string][] = [
  [
    /What should step (\d+) "[^\n]*" be called\?/,
    (number, words) => `rename step ${number} to ${quoted(words)}`,
  ],
  [
    /Into which parts should step (\d+) "[^\n]*" be split\?/,
    (number, words) => `split step ${number} into ${words}`,
  ],
  [
    /What should step (\d+) "[^\n]*" wait for\?/,
    (number, words) => `step ${number} waits for ${words.replace(/^for /i, "")}`,
  ],
  [
    /Which tool should step (\d+) "[^\n]*" call\?/,
    (number, words) => `use ${words.replace(/^(?:use|call|the tool) /i, "")} in step ${number}`,
  ],
  [
    /Which agent should step (\d+) "[^\n]*" run\?/,
    (number, words) => `run the agent ${words.replace(/^(?:the agent |agent )/i, "")} in step ${number}`,
  ],
  [
    /How long should step (\d+) "[^\n]*" wait\?/,
    (number, words) => `make step ${number} a wait step of ${words.replace(/^for /i, "")}`,
  ],
  [/Where should step (\d+) "[^\n]*" go\?/, (number, words) => `move step ${number} ${words}`],
  [
    /With which step should step (\d+) "[^\n]*" be merged\?/,
    (number, words) => `merge step ${number} and ${words.replace(/^with /i, "")}`,
  ],
  [
    /With which step should step (\d+) "[^\n]*" be swapped\?/,
    (number, words) => `swap step ${number} and ${words.replace(/^with /i, "")}`,
  ],
  [
    /At what time should it run "([^"]+)"\?/,
    (when, words) => `run it ${when} ${/^(?:at|by|um|noon|midnight)/i.test(words) ? words : `at ${words}`}`,
  ],
  [/(Which) step should be removed\?/, (_number, words) => `remove ${words}`],
  [/(What) should the new step do, and after which step/, (_number, words) => `add a step: ${words}`],
  [/(What) should the plan be called\?/, (_number, words) => `rename the plan to ${words}`],
];

// An answer is a title from its first word to its last.
function quoted(title: string): string {
  return /["“”]/.test(title) ? title : `"${title}"`;
}

function orderFrom(words: string, asked: string, before: string): string | null {
  for (const [question, order] of FILLED) {
    const found = question.exec(asked);
    if (found && /At what time/.test(found[0]) && !TIME.test(words)) continue;
    if (found) return order(found[1] ?? "", words);
  }
  const place = /time zone of "([^"\n]+)"|^(\S.*) keeps more than one time/m.exec(asked);
  if (place) return replaced(before, place[1] ?? place[2] ?? "", words.replace(/^(?:in|use) /i, ""));
  const even = /Should it be every \d+ or \d+ (minutes|hours)\?/.exec(asked);
  if (even)
    return /\d/.test(words)
      ? `run it every ${Number.parseInt(words.replace(/^\D+/, ""), 10)} ${even[1]}`
      : null;
  const beside = /Say "(run it [^"\n]+) instead" or "run it [^"\n]+ too"/.exec(asked);
  if (beside) return besideOrder(beside[1] ?? "", words);
  const unclear = /"([^\n]+)" fits more than one step: do you mean ([^\n]*)\?/.exec(asked);
  if (unclear) {
    const steps = [...(unclear[2] ?? "").matchAll(/step (\d+) "/g)].map((found) => found[1] ?? "");
    return replaced(before, unclear[1] ?? "", chosen(words, steps));
  }
  const missing = /No step of this plan fits "([^\n"]+)"\. Which one do you mean\?/.exec(asked);
  return missing ? replaced(before, missing[1] ?? "", words) : null;
}

function besideOrder(order: string, words: string): string | null {
  if (/\b(?:instead|its? place|replace|take)\b/i.test(words)) return `${order} instead`;
  return /\b(?:too|also|both|beside|as well|add)\b/i.test(words) ? `${order} too` : null;
}

// "The first" and "the last" are said of the candidates that the question named.
function chosen(words: string, steps: readonly string[]): string {
  const place = /^(?:the )?(\w+)(?: one| step)?$/i.exec(words)?.[1] ?? "";
  const index = /^(?:last|latter)$/i.test(place)
    ? steps.length
    : /^former$/i.test(place)
      ? 1
      : ordinal(place);
  const step = index === null ? undefined : steps[index - 1];
  if (step !== undefined) return `step ${step}`;
  if (/^(?:both|all(?: of them)?|all (?:two|three))$/i.test(words)) return `steps ${steps.join(" and ")}`;
  return /^#?\d+$/.test(words) ? `step ${words.replace("#", "")}` : words;
}

function replaced(order: string, words: string, by: string): string | null {
  const at = order.toLowerCase().indexOf(words.toLowerCase());
  if (at >= 0) return order.slice(0, at) + by + order.slice(at + words.length);
  return null;
}

/** The brief that a message gives for a plan in the place of this one; null for other messages. */
export function newBriefIn(message: string): string | null {
  const found =
    /^(?:please )?(?:start (?:over|again|afresh)|new plan|forget (?:this|the) plan|begin again)(?: with)?\s*[:.,-]\s*([\s\S]+)$/i.exec(
      message,
    );
  return found?.[1] ?? null;
}

/** Whether a message is no more than a yes. */
export function isYes(message: string): boolean {
  return YES.test(message.trim());
}

/** Whether the planner has said that it takes the next message as a brief. */
export function isBriefAwaited(asked: string): boolean {
  return asked.includes(NEW_BRIEF);
}
