import { shortened } from "#server/core/characters.ts";
import { type Path, scanPath, writePath } from "#server/core/path.ts";
import { writeReference } from "#server/core/references.ts";
import { asQuestion } from "./known-names.ts";
import type { Outline } from "./outline.ts";

// Names that other tools give to what started a run, and to the results of steps.
const RUN_INPUT =
  /^(?:inputs|run|runs?[_-]?input|trigger|payload|webhook|event|request|workflow|input[_-]?data)$/i;
// Alone without a path these are still no words of a text.
const BARE = /^(?:runs?[_-]?input|inputs|trigger|payload)$/i;
const DELIVERED = /^(?:input|payload|body|inputs)$/i;
const STEPS = /^(?:steps?|nodes?|tasks?|jobs?|outputs?|results?|needs)$/i;
const RESULT = /^(?:outputs?|results?|response|value)$/i;
// Environment variables and currencies are written like this.
const CAPITALS = /^[A-Z0-9_]+$/;
const EXPRESSION_FUNCTIONS = new Set(
  (
    "string length substring substringBefore substringAfter uppercase lowercase trim pad contains split join " +
    "match replace eval base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl " +
    "number abs floor ceil round power sqrt random formatNumber formatBase formatInteger parseInteger sum max " +
    "min average boolean not exists count append sort reverse shuffle distinct zip keys lookup spread merge " +
    "sift each error assert type now millis fromMillis toMillis map filter single reduce clone"
  ).split(" "),
);

const NAME = /[\p{L}_][\p{L}\p{N}_-]*/uy;

/** A text behind "$" that has the form of a reference: a name and a path, and nothing else. */
export function namedPath(text: string, { numbers }: Outline): { name: string; path: Path } | null {
  NAME.lastIndex = 0;
  const [name] = NAME.exec(text) ?? [];
  if (name === undefined) return null;
  if (!numbers.has(name) && (EXPRESSION_FUNCTIONS.has(name) || CAPITALS.test(name))) return null;
  const { path, end } = scanPath(text, name.length);
  return end === text.length && (path.length > 0 || BARE.test(name)) ? { name, path } : null;
}

type Meant = {
  /** What would work, as sentences. */
  advice: string;
  /** The reference that is meant, as it is written here. */
  instead?: string;
  /** Whether the name says what is meant; any other name may stand in a text that is no reference. */
  isKnown: boolean;
  /** Whether nothing but a reference can be meant. */
  isCertain: boolean;
};

/** What a reference in the words of another tool means here. `write` puts "$" or "${…}" around it. */
export function meantBy(
  { name, path }: { name: string; path: Path },
  outline: Outline,
  write: (reference: string) => string,
): Meant {
  const [first, ...rest] = path;
  if (outline.numbers.has(name)) {
    const instead = write(stepReference(name, path));
    return { advice: `Write ${instead}.`, instead, isKnown: true, isCertain: false };
  }
  if (RUN_INPUT.test(name) || /^input$/i.test(name)) {
    const isDelivered = typeof first === "string" && DELIVERED.test(first);
    const instead = write(writeReference({ source: "input", path: isDelivered ? rest : path }).slice(1));
    return {
      advice: `The run input is $input: write ${instead}.`,
      instead,
      isKnown: true,
      isCertain: /^runs?[_-]?input$/i.test(name) || (name === "run" && isDelivered),
    };
  }
  if (STEPS.test(name) && typeof first === "string") {
    if (!outline.numbers.has(first)) return { ...unknownStep(first, rest, outline, write), isKnown: true };
    const instead = write(stepReference(first, rest));
    return { advice: `Write ${instead}.`, instead, isKnown: true, isCertain: true };
  }
  return unknownStep(name, path, outline, write);
}

/** `fetch.result.total` in our words: the result of a step is its output. */
function stepReference(stepId: string, path: Path): string {
  const [first, ...rest] = path;
  if ((first === "status" || first === "error") && rest.length === 0) return `${stepId}.${first}`;
  const inner = typeof first === "string" && RESULT.test(first) ? rest : path;
  return `${stepId}.output${writePath(inner)}`;
}

function unknownStep(
  name: string,
  path: Path,
  { nearIds }: Outline,
  write: (reference: string) => string,
): Meant {
  const near = nearIds(name);
  const [meant] = near;
  const says = `"${shortened(name)}" is not a step of this plan.${asQuestion(near)}`;
  return meant === undefined
    ? {
        advice: `${says} A step's result is $id.output, the run input $input.`,
        isKnown: false,
        isCertain: false,
      }
    : { advice: says, instead: write(stepReference(meant, path)), isKnown: true, isCertain: false };
}
