import { listOf } from "#server/core/list-of.ts";
import { addedStep } from "./added-step.ts";
import type { ToolUse } from "./brief-tools.ts";
import { narrowedInputs } from "./narrowed-input.ts";
import { newStep, sentence } from "./new-step.ts";
import { type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import { commandIn, contentOf, EXACT, NO_TITLE } from "./new-step-words.ts";
import { cardinal } from "./numerals.ts";
import { readersTold } from "./readers-told.ts";
import { readPlace } from "./place.ts";
import { comesBefore, type World } from "./reference.ts";
import { unquoted } from "./read-settings.ts";
import { ask, type Edit, edits, type Reading, withSteps } from "./understanding.ts";
import { atEnd, atStart, followers, inFrontOf, type Wiring, wiredAt } from "./wired-at.ts";

/** A new step: what it does, and where it comes. */
export function readAdd(clause: string, world: World): Reading {
  if (
    /^(?:add|create|put|set|insert|make|draw) (?:a |an |another |the )?(?:dependency|link|edge|arrow|connection)\b|^append to\b/i.test(
      clause,
    )
  )
    return null;
  const [, verb = "", number = "", deed = ""] = NUMBERED.exec(clause) ?? [];
  const at = cardinal(number);
  const plain = at === null ? clause : `${verb} a step ${deed}`;
  const links = LINKS.exec(plain);
  const command = commandIn(links ? plain.slice(0, links.index) : plain);
  if (command === null) return null;
  const linked = links ? linkedTo(command, links[1] ?? "", world) : null;
  if (linked !== null) return linked;
  const { place, rest } = readPlace(command);
  if (at !== null && place.type === "none") return atNumber(at, contentOf(rest), world);
  const what = contentOf(rest);
  if (what === NO_TITLE || NO_DEED.test(what)) return null;
  if (what === "" || INDEFINITE.test(what))
    return place.type === "none" && rest.trim() !== ""
      ? null
      : ask("What should the new step do, and after which step does it come?");
  // "A retry to step 2" is something about a step that is there, not work of its own.
  const isOfStep =
    /^(?:\S+ ){1,3}(?:to|of|for|on|from) (?:the )?steps? #?\d+$/i.test(what) && !clause.includes(":");
  const isToldOfStep = /^(?:\S+ ){1,4}(?:to|of|on|from|in) (?:the )?steps? #?\d+[:,]/i.test(what);
  if ((isOfStep || isToldOfStep) && !/\bstep (?:that|which|called|named|to)\b/i.test(clause)) return null;
  const title = what;
  const count = SEVERAL.exec(what);
  if (count && partsOf(count[2] ?? "").length < 2)
    return ask("What should each of the new steps do? Name them one after the other, parted by commas.");
  return wiredAt(place, title, world, (wiring) => addAt(title, wiring, world));
}

// What only says when something happens is no work.
const INDEFINITE =
  /^(?:steps?(?: (?:to|in|into) (?:the|this|my|our) (?:plan|list|workflow))?|something|anything|some (?:more )?(?:work|things?|stuff)|(?:one more|another|a new) thing|stuff|things)(?: (?:new|else|more|useful|nice|different|extra|other|good|helpful|here|there))*$/i;
const NO_DEED = /^(?:once|when(?:ever)?|after|before|(?:in )?between|if|as soon as|while|until|unless)\b/i;

// "Add step 5 which emails Bob": the number that the new step shall have.
const NUMBERED =
  /^((?:please )?(?:add|insert|put(?: in)?|create|include|append)) (?:an? |the )?(?:new )?(?:step (?:number )?#?|number |#)(\d{1,3})[,:]? ?((?:that|which|who|to|called|named|titled|:|-|")[\s\S]+|[a-z]+ .+)$/i;

function atNumber(at: number, title: string, world: World): Reading {
  const target = world.plan.steps[at - 1];
  if (title === "" || title === NO_TITLE) return null;
  if (at <= 1) return addAt(title, atStart(world), world);
  return addAt(title, target ? inFrontOf([target], world) : atEnd(world), world);
}

const LINKS =
  /,?\s+(?:(?:that|which|and it|and|it)\s+)+(?:should\s+|must\s+)?(?:needs?|depends? (?:only )?on|waits? (?:only )?for|requires?) (nothing|no (?:other )?steps?|(?:the )?(?:step )?"[^"]+"(?: step)?|the \w+ step|(?:steps? |number )?#?\d+(?:(?:, | and |, and )(?:step )?#?\d+)*|the (?:first|last) step)$|,?\s+(?:with no|without(?: any)?) dependenc(?:y|ies)$/i;

// "… that needs nothing", "… which depends on step 3": what the new step waits for, said outright.
function linkedTo(command: string, awaited: string, world: World): Reading {
  const { place, rest } = readPlace(command);
  const title = contentOf(rest);
  if (title === "" || title === NO_TITLE) return null;
  const isAlone = awaited === "" || /^no/i.test(awaited);
  const waits = (next: (others: ListedStep[]) => Reading) =>
    isAlone ? next([]) : withSteps(awaited, world, next);
  const { steps } = world.plan;
  switch (place.type) {
    case "none":
    case "end":
    case "start":
      return waits((others) => add(title, others, [], isAlone && place.type === "start" ? [] : null, world));
    case "after":
      return withSteps(place.after, world, (afters) =>
        waits((others) => {
          if (isAlone) return add(title, [], [], afters, world);
          const behind = followers(title, afters, place.strict, world);
          return addAlso(title, afters, behind, others, world);
        }),
      );
    case "before":
      return withSteps(place.before, world, (befores) =>
        waits((others) => {
          const before = befores.flatMap((step) =>
            step.dependsOn.flatMap((number) => steps[number - 1] ?? []),
          );
          return addAlso(title, isAlone ? [] : before, befores, others, world);
        }),
      );
    case "between":
      return withSteps(place.after, world, (afters) =>
        withSteps(place.before, { ...world, focus: afters }, (befores) =>
          waits((others) => addAlso(title, isAlone ? [] : afters, befores, others, world)),
        ),
      );
  }
}

// Beside those that its place names, the new step waits for others; what these wait for does not wait for it.
function addAlso(
  title: string,
  waits: ListedStep[],
  required: ListedStep[],
  others: ListedStep[],
  world: World,
): Reading {
  const all = [...new Set([...waits, ...others])].sort((a, b) => a.number - b.number);
  const isAwaited = (step: ListedStep) =>
    others.some((other) => other === step || comesBefore(step, other, world.plan));
  const free = required.filter((step) => !isAwaited(step));
  return add(title, all, free, all.slice(-1), world);
}

function addAt(title: string, { waits, required, place }: Wiring, world: World): Reading {
  return add(title, waits, required, place, world);
}

const SEVERAL =
  /^(two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|some|several|a few|these) (?:new |more |further |extra )?steps?\s*[:,–-]?\s*(.+)$/is;

function partsOf(text: string): string[] {
  const list = text.replace(/^(?:one|that|to|first|namely)\s+/i, "");
  return list
    .split(/\s*[,;]\s*(?:and |then |and then )?|\s+(?:and then|then|and)\s+/i)
    .map((part) => part.replace(/^(?:one |another )?(?:that |which |to )?/i, "").trim())
    .filter(Boolean);
}

// Several new steps run in the order named; what follows waits for the last.
function addSeveral(
  parts: readonly string[],
  waits: ListedStep[],
  required: ListedStep[],
  place: ListedStep[] | null,
  world: World,
): Reading {
  const list: Edit[] = [];
  const about: ListedStep[] = [];
  for (const part of parts) {
    const before = about.at(-1);
    const taken = withIdsTaken(world, about);
    const reading = addOne(
      unquoted(part),
      before ? [before] : waits,
      required,
      before ? [before] : place,
      taken,
    );
    if (reading?.type !== "edits") return reading;
    list.push(...reading.edits);
    about.push(...reading.about);
  }
  const titles = listOf(about.map((step) => `"${step.title}"`));
  return edits(list, about, `Added ${titles}${waits.length > 0 ? ` after ${namesOf(waits)}` : ""}`);
}

/** The world in which no new step gets an id of these. */
export function withIdsTaken(world: World, made: readonly ListedStep[]): World {
  const retiredIds = [...(world.plan.retiredIds ?? []), ...made.flatMap((step) => step.id ?? [])];
  return { ...world, plan: { ...world.plan, retiredIds } };
}

/** `place` null is the end of the list, an empty list its start. */
function add(
  words: string,
  waits: ListedStep[],
  required: ListedStep[],
  place: ListedStep[] | null,
  world: World,
): Reading {
  const several = words.startsWith(EXACT) ? null : SEVERAL.exec(words);
  if (several) return addSeveral(partsOf(several[2] ?? ""), waits, required, place, world);
  return addOne(words, waits, required, place, world);
}

// `"Pause": wait 5 minutes`: a title, and what the step does.
const TITLED = /^"([^"]+)"\s*[:–-]\s*([^"\s].*)$/s;

/** The call of a new step, and its title where that is not all the words for it. */
type Told = { use: ToolUse | null; title: string | null };

/** One new step by the words for it: between what it waits for and what waits for it. */
export function addOne(
  words: string,
  waits: ListedStep[],
  required: ListedStep[],
  place: ListedStep[] | null,
  world: World,
  call: Told = { use: null, title: null },
): Reading {
  const { plan, tools = new Set<string>() } = world;
  const refs = waits.map((step) => refOf(step, plan));
  const [, named = "", deed = ""] = TITLED.exec(words) ?? [];
  const made = addedStep(deed || words.replace(EXACT, ""), waits, refs, plan, tools, call.use);
  const own = named || call.title;
  if (own) Object.assign(made.step, { id: newStep(own, plan, []).id, title: own });
  if (words.startsWith(EXACT)) Object.assign(made.step, wordedAs(words.slice(EXACT.length)));
  const { id, title } = made.step;
  const last = place && [...place].sort((a, b) => b.number - a.number)[0];
  const edit = {
    op: "add_step",
    step: made.step,
    after: place === null ? null : last ? refOf(last, plan) : 0,
    requiredBy: required.map((step) => refOf(step, plan)),
  };
  const where = waits.length > 0 ? ` after ${namesOf(waits)}` : place?.length === 0 ? " at the start" : "";
  const step: ListedStep = {
    number: 0,
    id,
    title,
    kind: "reasoning",
    dependsOn: waits.map((other) => other.number),
    approval: false,
    retries: null,
    onError: null,
    condition: null,
    usesRunInput: false,
    tool: made.use?.tool ?? null,
  };
  const inputs = narrowedInputs(made, required, plan);
  const told =
    waits.length === 0 && required.length === 0 && plan.steps.length > 0 ? ". It waits for no step" : "";
  return edits(
    [edit, ...inputs],
    [step],
    `Added "${title}"${where}${told}${readersTold(inputs, waits, required, plan)}`,
  );
}

function wordedAs(title: string): { title: string; instructions: string } {
  return { title, instructions: sentence(title) };
}
