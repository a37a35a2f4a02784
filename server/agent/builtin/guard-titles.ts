import type { Decision } from "./decide.ts";
import { editsIn, saying } from "./guard-edits.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { plainWords } from "./plain-words.ts";

// Words that go on with a sentence and begin none: what follows them is no name of a deed.
const JOINS =
  /^(?:and|but|or|nor|although|though|until|till|unless|whereas|so that|which|as (?:soon|long|far|well) as) /i;
// Behind a word for renaming these may begin a title, behind a word for adding they say when.
const TIMES = /^(?:after|before|once|when|whenever|while|if|since|in front of|behind|between|because) /i;
const NO_BEGINNING = /^[\s,;:.!?)\]}]/;
const OF_A_STEP =
  /\b(?:(?:before|after|behind|until|once|when|if|in front of|for|between|like) (?:the )?|and |with )steps? #?(\d+)\b/gi;

/** Refuses a title that is no more than the rest of a sentence. */
export function withSoundTitles(decision: Decision, message: string, plan: ListedPlan): Decision {
  const words = plainWords(message);
  const bad = titlesIn(decision).find(({ title, isNew }) => !isSound(title, isNew, words, plan))?.title;
  if (bad === undefined) return decision;
  return saying(
    `I would have to take "${bad.replace(/^[\s,;:.!?)\]}]+/, "")}" as the title of a step, and it does not read like one. What should the step be called? Put the title in quotes, for example: add a step "Check the result" after step 1. Nothing was changed.`,
  );
}

type Title = { title: string; isNew: boolean };

function titlesIn(decision: Decision): Title[] {
  return editsIn(decision).flatMap((edit) => {
    if (edit.op === "add_step") return textsIn(edit["step"]);
    if (edit.op === "split_step") return [edit["parts"]].flat().flatMap(textsIn);
    if (edit.op !== "update_step") return [];
    return [edit["changes"]]
      .flat()
      .flatMap((change) =>
        isFields(change) && change["field"] === "title" && typeof change["value"] === "string"
          ? [{ title: change["value"], isNew: false }]
          : [],
      );
  });
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textsIn(value: unknown): Title[] {
  if (typeof value === "string") return [{ title: value, isNew: true }];
  return isFields(value) && typeof value["title"] === "string"
    ? [{ title: value["title"], isNew: true }]
    : [];
}

function isSound(title: string, isNew: boolean, message: string, { steps }: ListedPlan): boolean {
  if (isQuoted(title, message)) return true;
  if (NO_BEGINNING.test(title) || JOINS.test(title)) return false;
  if (!isNew || steps.some((step) => step.title === title)) return true;
  if (TIMES.test(title)) return isDictated(title, message);
  return [...title.matchAll(OF_A_STEP)].every((found) => Number(found[1]) > steps.length);
}

function isQuoted(title: string, message: string): boolean {
  return message.toLowerCase().includes(`"${title.toLowerCase()}"`);
}

// What stands behind a colon is the person's own title, whatever it begins with.
function isDictated(title: string, message: string): boolean {
  const at = message.toLowerCase().indexOf(title.toLowerCase());
  return at > 0 && /[:`']\s*$/.test(message.slice(0, at));
}

const DICTATED =
  /^((?:please )?(?:add|insert|append|create) (?:a |another |one more )?(?:new )?step[^:"]*:\s*)([^":.;]+?,? but (?:keep|keeping|leave|leaving|not|without) [^":.;]+?)[.!\s]*$/i;
const PLACED = /\b(?:after|before|behind|between) (?:step )?#?\d/i;

/** "Add a step: Remove doubles, but keep the newest" with all that is the title in quotes. */
export function withTitleWhole(message: string): string {
  const [, lead = "", title = ""] = DICTATED.exec(message) ?? [];
  const isOfStep = /\b(?:keep|leave|not)\b[^,]*\b(?:steps?\b|\d)/i.test(title);
  return title === "" || isOfStep || PLACED.test(title) ? message : `${lead}"${title}"`;
}
