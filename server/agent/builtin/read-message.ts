import { withFieldsCarried } from "./carried-fields.ts";
import { isEnglishOrder } from "./brief-clauses.ts";
import { asksForSomething, isEcho, isInterjection, isNarrative } from "./asides.ts";
import { isApart, isNewSentence, joined, type Piece, piecesOf } from "./clauses.ts";
import { stepsMade } from "./coming-step.ts";
import type { ListedStep } from "./listed-plan.ts";
import { withMentionsNumbered } from "./masked-mentions.ts";
import { matchTitles } from "./match-title.ts";
import { withElided } from "./elided.ts";
import { plainNewWork } from "./new-work.ts";
import { bareClause } from "./plain-words.ts";
import { readClause } from "./read-clause.ts";
import { readElliptic, readLabelled } from "./read-labelled.ts";
import type { World } from "./reference.ts";
import { edits, type Reading, type Understanding } from "./understanding.ts";

type Path = {
  cost: number;
  readings: Understanding[];
  focus: ListedStep[];
  recent: ListedStep[];
  good: number;
  /** The last clause that asked for something. */
  said: string | null;
  /** Whether a story has named a step that what follows has to be about. */
  isPending: boolean;
};

const GOOD = -1;
const LEFT = -0.5;
const SAID_NO = 2;
const BACKGROUND = 1.5;
const ASIDE = 0.2;
const COMMAND =
  /\b(?:remove|delete|drop|rename|swap|move|merge|split|add|insert|append|undo|redo|save|retry|approv\w*|depend\w*|wait\w*|parallel|fails?|failing|ignore|title|name|skip|stop|continue|approve|approval|(?:last|first|\w+(?:th|nd|rd|st)) (?:step|one)|steps? \d+)\b|\d|"/i;
// "First remove 5, then 6": the words only order what the person says.
const LED = /^(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|next|lastly|after that|afterwards)[,:]?\s+/i;
const VOID = [
  /^(?:do not|never) (?:remove|delete|drop|touch|change|rename|move|edit|cut|add|merge|split|alter|lose)(?: .*)?$/i,
  /^(?:keep|leave)(?: .+)?$/i,
  /^not .+$/i,
  /^.+ (?:to stay|stays?(?: .*)?|should stay(?: .*)?|can stay(?: .*)?|remains?(?: .*)?)$/i,
  /^(?:wrong (?:one|step)|that is all|that is it|the rest (?:stays|is fine)|no changes? otherwise)$/i,
];

// Behind the removal of a step.
const STAYS = /^(?:still|nevertheless) (?:do|run|send|have|keep|execute|start|make) .+$/i;

// A text that is set without quotes is everything behind the "to", whatever it says.
const WHOLE_TEXT =
  /^(?:please )?(?:change|set|replace|make) (?:the )?(?:instructions?|expected (?:output|result)|template|body|content|text) (?:of|for|in) (?:[^.;"`]|"[^"]*"(?= (?:to|with|into)\b))+? (?:to|with|into):? (?!["`])|^(?:please )?(?:change|set|make) (?:the )?(?:objective|goal)(?: of (?:the|this) plan)? (?:to|into|=):? (?!"[^"]*"[.,;]? \S)/i;

// Of so many pieces a clause can be made.
const MAX_PIECES = 24;
const MAX_SENTENCES = 60;
const MAX_PARTS = 60;

function piecesToRead(text: string): Piece[] {
  return WHOLE_TEXT.test(text) ? [{ text, joint: "" }] : piecesOf(withFieldsCarried(text));
}

/** Why a message holds more than is read at once; null when it does not. */
export function tooMuchIn(text: string): string | null {
  const pieces = piecesToRead(text);
  const starts = pieces.flatMap((piece, index) => (index === 0 || isNewSentence(piece) ? [index] : []));
  const longest = Math.max(0, ...starts.map((start, at) => (starts[at + 1] ?? pieces.length) - start));
  const advice =
    "Nothing was changed. Say the changes in shorter messages, or set MODEL to use a language model.";
  if (starts.length > MAX_SENTENCES)
    return `This message has ${starts.length} sentences; the built-in planner reads up to ${MAX_SENTENCES} at once. ${advice}`;
  return longest > MAX_PARTS
    ? `A sentence of this message has ${longest} parts; the built-in planner reads up to ${MAX_PARTS} in one sentence. ${advice}`
    : null;
}

/** Everything that a message asks for, clause by clause; null when not all of it makes sense. */
export function readMessage(text: string, world: World): Understanding[] | null {
  const pieces = piecesToRead(text);
  const best: (Path | null)[] = [
    { cost: 0, readings: [], focus: world.focus, recent: [], good: 0, said: null, isPending: false },
  ];
  for (let end = 1; end <= pieces.length; end += 1) {
    let found: Path | null = null;
    for (let start = end - 1; start >= Math.max(0, end - MAX_PIECES); start -= 1) {
      const [before, next] = [best[start], pieces[start + 1]];
      if (next && start + 1 < end && isNewSentence(next)) break;
      if (!before) continue;
      const clause = joined(pieces.slice(start, end));
      const [first, after] = [pieces[start], pieces[end]];
      const place = {
        isApart: isApart(first) && isApart(after),
        isSentence: (start === 0 || (first && isNewSentence(first))) && (!after || isNewSentence(after)),
      };
      const path = extend(before, clause, place, world);
      if (path && (found === null || path.cost <= found.cost)) found = path;
    }
    best[end] = found;
  }
  const whole = best[pieces.length];
  if (!whole || whole.isPending) return null;
  const replies = whole.readings.filter((reading) => reading.type === "reply");
  const isLeft = whole.readings.length > 0 && whole.readings.every((reading) => reading.type === "edits");
  return whole.good > 0 || replies.length > 0 || isLeft ? whole.readings : null;
}

type PlaceOfClause = { isApart: boolean; isSentence: boolean | undefined };

function extend(
  before: Path,
  clause: string,
  { isApart: apart, isSentence = false }: PlaceOfClause,
  world: World,
): Path | null {
  if (clause === "") return { ...before };
  const edited = before.readings.flatMap((reading) => (reading.type === "edits" ? reading.edits : []));
  const removing = edited.filter((edit) => edit.op === "remove_step");
  const made = stepsMade(edited, world.plan);
  const said = before.said;
  const repeat = said === null ? world.repeat : (target: string) => repeated(said, target, world);
  const inner = {
    ...world,
    focus: before.focus,
    recent: before.recent,
    removing,
    made,
    ...(repeat ? { repeat } : {}),
  };
  const isFirst = before.readings.length === 0;
  const reading =
    readLabelled(clause, inner) ??
    readClause(clause, inner) ??
    readClause(clause.replace(LED, ""), inner) ??
    (isFirst ? null : readElliptic(clause, inner.focus, inner)) ??
    readElided(clause, before.said, inner) ??
    readNewWork(clause, inner);
  const about = reading?.type === "edits" ? reading.about : [];
  const isPointing = !before.isPending || about.some((step) => before.focus.includes(step));
  if ((reading?.type === "edits" || reading?.type === "call") && isPointing) {
    const focus = about.length > 0 ? about : before.focus;
    const recent = [...before.recent, ...about];
    return {
      cost: before.cost + GOOD,
      readings: [...before.readings, reading],
      focus,
      recent,
      good: before.good + 1,
      said: clause,
      isPending: false,
    };
  }
  const isVoid = VOID.some((pattern) => pattern.test(clause)) || (removing.length > 0 && STAYS.test(clause));
  if (isVoid && (before.good === 0 || !/^not\b/i.test(clause))) {
    return {
      ...before,
      cost: before.cost + LEFT,
      readings: [...before.readings, edits([], [], "")],
      focus: spokenOf(clause, inner),
    };
  }
  if (isEcho(clause, before.readings.at(-1)))
    return { ...before, cost: before.cost + LEFT, isPending: false };
  if (reading !== null && !isInterjection(clause) && !isNarrative(clause)) {
    return { ...before, cost: before.cost + SAID_NO, readings: [...before.readings, reading] };
  }
  if (isInterjection(clause)) return { ...before, cost: before.cost + ASIDE };
  if (isNarrative(clause)) {
    const steps = stepsIn(withMentionsNumbered(clause, world.plan), world.plan);
    const focus = steps.length > 0 ? steps : before.focus;
    return {
      ...before,
      cost: before.cost + BACKGROUND,
      focus,
      isPending: (steps.length > 0 && !isSentence) || before.isPending,
    };
  }
  if (!apart || COMMAND.test(clause) || isOrder(clause) || asksForSomething(clause)) return null;
  // A single word between commas is one of a list.
  if (!isSentence && !/\s/.test(clause)) return null;
  const meant = stepsIn(withMentionsNumbered(clause, world.plan), world.plan);
  if (meant.length > 0) return { ...before, cost: before.cost + BACKGROUND, focus: meant, isPending: true };
  return { ...before, cost: before.cost + BACKGROUND, focus: spokenOf(clause, inner) };
}

/** An order again, said of the steps that `target` names; null where it names none of its own. */
export function repeated(order: string, target: string, world: World): Understanding | null {
  const named = /(?:\b(?:the )?(?:steps?|number) |#)?#?\d+(?:(?:, (?:and )?| and )(?:step )?#?\d+)*|"[^"]*"/i;
  const text = order.replace(named, target);
  if (text === order) return null;
  const again = readMessage(text, { plan: world.plan, focus: [] });
  return again?.find((reading) => reading.type === "edits") ?? null;
}

// One word alone asks for nothing: "Great.", "Look!".
function isOrder(clause: string): boolean {
  return /\s/.test(clause) && isEnglishOrder(clause);
}

function readNewWork(clause: string, world: World): Reading {
  const plain = plainNewWork(clause);
  return plain === clause ? null : readClause(bareClause(plain), world);
}

function readElided(clause: string, said: string | null, world: World): Reading {
  const whole = withElided(clause, said);
  return whole === null ? null : readClause(whole, world);
}

function stepsIn(clause: string, { steps }: World["plan"]): ListedStep[] {
  const numbers = [...clause.matchAll(/\b(?:steps?|number|#) ?(\d+)\b/gi)].map((found) => Number(found[1]));
  return numbers.flatMap((number) => steps[number - 1] ?? []);
}

function spokenOf(clause: string, world: World): ListedStep[] {
  const number = /\b(?:step|#) ?(\d+)\b/i.exec(clause)?.[1];
  const named = number === undefined ? undefined : world.plan.steps[Number(number) - 1];
  if (named) return [named];
  const [first, second] = matchTitles(clause, world.plan.steps, 0.1);
  if (!first || (second && second.score > first.score - 0.05)) return world.focus;
  return [first.step];
}
