import { isEnglishOrder } from "./brief-clauses.ts";
import { addedStep } from "./added-step.ts";
import { narrowedInputs } from "./narrowed-input.ts";
import { orderFrom, plainVerb } from "./new-step.ts";
import { listed, type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import { readPlace } from "./place.ts";
import { dependentsOf, type World } from "./reference.ts";
import { unquoted } from "./read-settings.ts";
import { ask, type Edit, edits, type Reading, withSteps } from "./understanding.ts";

const VERB =
  "(?:(?:throw|chuck|slip|stick|work) in|(?:add|insert|put|append|include|create|introduce|squeeze|slot|place|need|want|give me|prepend)(?: in)?)";
const STEP =
  "(?:an? |another |one |the )?(?:new |extra |additional |further |more |final |last |first )*step";

/** A new step: what it does, and where it comes. */
export function readAdd(clause: string, world: World): Reading {
  if (
    /^(?:add|create|put|set|insert|make|draw) (?:a |an |another |the )?(?:dependency|link|edge|arrow|connection)\b/i.test(
      clause,
    )
  )
    return null;
  const command = commandIn(clause);
  if (command === null) return null;
  const { place, rest } = readPlace(command);
  const what = contentOf(rest);
  if (what === "")
    return place.type === "none" && rest.trim() !== ""
      ? null
      : ask("What should the new step do, and after which step does it come?");
  const title = what;
  const count = SEVERAL.exec(what);
  if (count && partsOf(count[2] ?? "").length < 2)
    return ask("What should each of the new steps do? Name them one after the other, parted by commas.");
  switch (place.type) {
    case "start":
      return atStart(title, world);
    case "end":
    case "none":
      return atEnd(title, world);
    case "between":
      return withSteps(place.after, world, (afters) =>
        withSteps(place.before, { ...world, focus: afters }, (befores) =>
          add(title, afters, befores, afters, world),
        ),
      );
    case "after":
      return withSteps(place.after, world, (afters) =>
        add(title, afters, followers(title, afters, place.strict, world), afters, world),
      );
    case "before":
      return withSteps(place.before, world, (befores) => addBefore(title, befores, world));
  }
}

// What follows the verb, with every form of asking for a new step made one.
function commandIn(clause: string): string | null {
  const trailing = new RegExp(
    `^(?:finally,? )?(.+?)(?:\\s*[-–—:;,]+\\s*)(?:and )?(?:please )?${VERB} (?:that|this|it) (?:as|at|to|after|before|between) (.+)$`,
    "i",
  ).exec(clause);
  if (trailing)
    return `${STEP_MARK} ${trailing[1]} ${/^(?:the )?(?:very )?(last|final|end)/i.test(trailing[2] ?? "") ? "at the end" : /^(?:the )?(?:very )?(first|start|beginning)/i.test(trailing[2] ?? "") ? "at the start" : `after ${trailing[2]}`}`;
  const first =
    /^(?:the )?(?:new )?(first|last|final) step:\s*(.+)$/i.exec(clause) ??
    /^new (first|last|final) step:?\s*(.+)$/i.exec(clause);
  if (first)
    return `${/first/i.test(first[1] ?? "") ? "at the start" : "at the end"} ${STEP_MARK} ${first[2]}`;
  const labelled = /^new step ((?:after|before|between|at) .+?):\s*(.+)$/i.exec(clause);
  if (labelled) return `${labelled[1]} ${STEP_MARK} ${labelled[2]}`;
  const starting = new RegExp(
    `^(?:start|begin)(?: off)? with ${STEP}s? (?:that|which|to|called|named)(.+?)(?: before .+)?$`,
    "i",
  ).exec(clause);
  if (starting) return `at the start ${STEP_MARK} that${starting[1]}`;
  const leading = new RegExp(
    `^((?:right |directly |straight |immediately )?(?:after|before|between|at the|as the|in the) .+?),? (?:please )?${VERB}\\b (.+)$`,
    "i",
  ).exec(clause);
  if (leading) return `${leading[1]} ${STEP_MARK} ${leading[2]}`;
  const direct = new RegExp(
    `^(?:i |we )?(?:also |then |please |finally,? |would like to |want to )*${VERB}\\b ?(.*)$`,
    "i",
  ).exec(clause);
  const vague =
    /^(?:i |we )?(?:also |then |would like to |want to )*(?:put|include|create|introduce|place|need|want|give me)\b/i.test(
      clause,
    );
  if (
    direct &&
    vague &&
    !/\bsteps?\b|\b(?:between|at the (?:very )?(?:end|start|beginning|top))\b/i.test(clause)
  )
    return null;
  if (direct) return `${STEP_MARK} ${direct[1]}`;
  const silent =
    /^((?:before|between|right after|right before) .+?(?:but |and )?(?:(?:after|before|and) .+?)?),? ([a-z]+ (?:the|a|an|all|if|whether|for|everyone|my|our|its)\b.+)$/i.exec(
      clause,
    );
  if (silent) return `${silent[1]} ${STEP_MARK} ${silent[2]}`;
  const led =
    /^((?:(?:right |directly )?(?:after|before) |between .+? and )[^,]+),\s+(?:then )?(\w+ .+)$/i.exec(
      clause,
    );
  return led && isEnglishOrder(led[2] ?? "") ? `${led[1]} ${STEP_MARK} ${led[2]}` : null;
}

const STEP_MARK = "⟨new⟩";

function contentOf(rest: string): string {
  const text = rest
    .replaceAll(STEP_MARK, " ")
    .trim()
    .replace(/^[,:\s]+|[,;\s]+$/g, "");
  const named = new RegExp(`^(?:${STEP}s? )?(?:called|named|titled|with the title)\\s+(.+)$`, "i").exec(text);
  if (named) return orderFrom(unquoted(named[1] ?? ""));
  const quoted = new RegExp(`^(?:${STEP} )?["“'‘](.+)["”'’]$`, "i").exec(text);
  if (quoted) return orderFrom(quoted[1] ?? "");
  const that = new RegExp(
    `^(?:${STEP}|one)\\s*,? ?(?:that|which|who)\\s+(?:should |must |will |shall |can )?(.+)$`,
    "i",
  ).exec(text);
  if (that) return orderFrom(plainVerb(that[1] ?? ""));
  const infinitive = new RegExp(`^(?:${STEP}|one)\\s*(?:to|for|:|-|–)\\s*(.+)$`, "i").exec(text);
  if (infinitive) return orderFrom(infinitive[1] ?? "");
  const bare = text.replace(new RegExp(`^${STEP}\\b`, "i"), "").trim();
  if (/^(?:that|it|this|them|one|steps?|something|anything|more)$/i.test(bare)) return "";
  return orderFrom(
    bare
      .replace(/^that\s+/i, "")
      .replace(/^(?:an?|another)\s+/i, "")
      .replace(/ step$/i, ""),
  );
}

function atEnd(title: string, world: World): Reading {
  const ends = world.plan.steps.filter((step) => dependentsOf(step, world.plan).length === 0);
  return add(title, ends, [], null, world);
}

function atStart(title: string, world: World): Reading {
  const starters = world.plan.steps.filter((step) => step.dependsOn.length === 0);
  return add(title, [], starters, [], world);
}

// A step that only tells or stores something does not hold up what comes behind it.
const SIDE_EFFECT =
  /^(?:e?-?mail|tell|notify|inform|post|print|log|thank|archive|remind|text|ping|message|announce|publish|share|send|alert|record|save|back up|report)\b/i;

function followers(title: string, afters: ListedStep[], strict: boolean, { plan }: World): ListedStep[] {
  if (!strict && SIDE_EFFECT.test(title)) return [];
  return plan.steps.filter((step) => afters.some((after) => step.dependsOn.includes(after.number)));
}

function addBefore(title: string, befores: ListedStep[], world: World): Reading {
  const { steps } = world.plan;
  const numbers = [...new Set(befores.flatMap((step) => step.dependsOn))];
  const waits = numbers
    .flatMap((number) => steps[number - 1] ?? [])
    .filter((step) => !befores.includes(step));
  const first = Math.min(...befores.map((step) => step.number));
  const place = steps[first - 2];
  return add(title, waits, befores, place ? [place] : [], world);
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
    const taken = {
      ...world,
      plan: {
        ...world.plan,
        retiredIds: [...(world.plan.retiredIds ?? []), ...about.flatMap((step) => step.id ?? [])],
      },
    };
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
  const titles = listed(about.map((step) => `"${step.title}"`));
  return edits(list, about, `Added ${titles}${waits.length > 0 ? ` after ${namesOf(waits)}` : ""}`);
}

/** `place` null is the end of the list, an empty list its start. */
function add(
  words: string,
  waits: ListedStep[],
  required: ListedStep[],
  place: ListedStep[] | null,
  world: World,
): Reading {
  const several = SEVERAL.exec(words);
  if (several) return addSeveral(partsOf(several[2] ?? ""), waits, required, place, world);
  return addOne(words, waits, required, place, world);
}

function addOne(
  words: string,
  waits: ListedStep[],
  required: ListedStep[],
  place: ListedStep[] | null,
  world: World,
): Reading {
  const { plan, tools = new Set<string>() } = world;
  const refs = waits.map((step) => refOf(step, plan));
  const made = addedStep(words, waits, refs, plan, tools);
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
  return edits([edit, ...narrowedInputs(made, required, plan)], [step], `Added "${title}"${where}`);
}
