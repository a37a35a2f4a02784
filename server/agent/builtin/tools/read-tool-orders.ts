import type { ListedStep, PlanContext } from "#server/agent/builtin/listed-plan.ts";
import { withDigits } from "#server/agent/builtin/numerals.ts";
import { bareClause, plainWords } from "#server/agent/builtin/plain-words.ts";
import type { World } from "#server/agent/builtin/reference.ts";
import type { Reading, Understanding } from "#server/agent/builtin/understanding.ts";
import { askedFor } from "./asked-parameters.ts";
import { type MarkedText, markedText, unmarked } from "./marked-text.ts";
import { readAddedCall } from "./read-added-call.ts";
import { readCopiedCall } from "./read-copied-call.ts";
import { readInputOrder, readUse } from "./read-input-order.ts";
import { readOptionOrder } from "./read-option-order.ts";
import { readToolChange } from "./read-tool-change.ts";
import type { Saying } from "./said-value.ts";
import type { ToolFact } from "./tool-facts.ts";

/** What other readers make of a clause that is about no tool. */
type Others = (clause: string) => Reading;

const MAX_LENGTH = 4_000;
const MAX_PIECES = 10;
const JOINT = /([.;!]\s+|\n+|,\s+(?:and\s+|then\s+|and then\s+)*|\s+and(?: then)?\s+|\s+then\s+)/;

/** A message that sets what tools are given, changes the tool of a step or adds one that calls a tool; null for any other. */
export function readToolOrders(
  message: string,
  world: World,
  { toolFacts: tools }: Pick<PlanContext, "toolFacts">,
  asked: { question: string; order: string },
  others: Others,
): Understanding[] | null {
  if (message.length > MAX_LENGTH || tools.length === 0 || /\?\s*$/.test(message)) return null;
  const whole = continued(message, asked);
  if (!concernsTools(whole, world, tools)) return null;
  const marked = markedText(whole);
  const saying = { world, tools, marks: marked.marks, before: [] };
  return readPieces(piecesIn(marked, whole), saying, !INSTEAD.test(message), others);
}

const OF_TOOLS =
  /https?:|[`{@$*]|\.[a-z]{2,5}\b|\b(?:tool|database|web ?hook|hook|feed|e-?mail|header|command|secret|token)\b/i;

// Most messages are about the order of steps; they need not be read for what tools are given.
function concernsTools(message: string, { plan }: World, tools: readonly ToolFact[]): boolean {
  if (OF_TOOLS.test(message) || plan.steps.some((step) => step.tool !== null)) return true;
  return tools.some(({ name }) => message.includes(name));
}

// The answer to what was asked for goes on with the order that needed it.
function continued(message: string, { question, order }: { question: string; order: string }): string {
  const [first, ...more] = askedFor(question);
  if (first === undefined) return message;
  const said = message.trim().replace(/[.!]+$/, "");
  const bare = said.replace(/^(?:it is|it's|its|make it|take|use|please)\s+/i, "");
  const base = order.trim().replace(/[.!]+$/, "");
  if (/^(?:with|to|saying)\b/i.test(bare)) return `${base} ${bare}`;
  if (new RegExp(`^(?:the )?${first}\\b`, "i").test(bare))
    return `${base} with the ${bare.replace(/^the /i, "")}`;
  const isValue = /^(?:"[^"]*"|`[^`]*`|https?:\S+|[\w.+-]+@\S+|[\w./-]+|\{.*\})$/s.test(bare);
  return more.length === 0 && isValue ? `${base} with the ${first} ${bare}` : message;
}

function piecesIn({ text }: MarkedText, whole: string): string[] {
  const bare = text.trim().replace(/[.!\s]+$/, "");
  const parts = bare.split(JOINT);
  return whole.trim() === "" || parts.length > 2 * MAX_PIECES ? [bare] : parts;
}

type Path = {
  readings: Understanding[];
  own: number;
  /** The step that the message has added last. */
  last: ListedStep | null;
  /** Whether an order without a place may be a new step. */
  mayAdd: boolean;
};

// "Save it to b.md instead": what is done already is done otherwise.
const INSTEAD = /\b(?:instead|from now on|now|rather)[.!\s]*$/i;

/** Pieces and the joints between them, as orders one after the other; the longest that makes sense comes first. */
function readPieces(
  parts: readonly string[],
  saying: Saying,
  mayAdd: boolean,
  others: Others,
): Understanding[] | null {
  const failed = new Set<number>();
  const from = (start: number, path: Path): Path | null => {
    if (start >= parts.length) return path.own > 0 ? path : null;
    if (failed.has(start)) return null;
    for (let end = parts.length; end > start; end -= 2) {
      const words = clauseOf(parts.slice(start, end).join(""), parts[start - 1] ?? "");
      const read = one(words, path, saying, others);
      const next = read && from(end + 1, read);
      if (next) return next;
    }
    failed.add(start);
    return null;
  };
  return from(0, { readings: [], own: 0, last: null, mayAdd })?.readings ?? null;
}

// "…, then post it": the joint says that something comes after what was said before.
function clauseOf(words: string, joint: string): string {
  const isNext = /\bthen\b/i.test(joint);
  const bare = bareClause(withDigits(plainWords(words)));
  const led = /^(?:and |also )*(?:then|finally|afterwards|next|at last)\b/i.test(words.trim());
  return isNext || led ? `then ${bare.replace(/^then /i, "")}` : bare;
}

function one(words: string, path: Path, saying: Saying, others: Others): Path | null {
  const { world } = saying;
  const reading =
    readInputOrder(words, saying) ??
    readOptionOrder(words, saying) ??
    readToolChange(words, saying) ??
    readCopiedCall(words, saying) ??
    readUse(words, saying) ??
    readAddedCall(words, saying, path);
  if (reading !== null) {
    const added =
      reading.type === "edits" && reading.edits.some((edit) => edit.op === "add_step")
        ? reading.about[0]
        : null;
    return { ...path, readings: [...path.readings, reading], own: path.own + 1, last: added ?? path.last };
  }
  const other = others(unmarked(words.replace(/^then /i, ""), saying.marks));
  const isUsable = other?.type === "edits" && other.edits.length > 0 && world.plan.steps.length > 0;
  return isUsable ? { ...path, readings: [...path.readings, other] } : null;
}
