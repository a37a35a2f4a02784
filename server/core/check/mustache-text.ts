import { shortened } from "#server/core/characters.ts";
import { isObject } from "#server/core/json.ts";
import type { Issue } from "#server/core/plan.ts";
import { meantBy, namedPath } from "./foreign-reference.ts";
import { joined } from "./joined.ts";
import type { Outline } from "./outline.ts";
import { say } from "./sayings.ts";
import { eachOnce, type Placed, stepError, stepWarning } from "./step-issue.ts";
import type { Template } from "./templates.ts";

// `{{ name.path }}`, with filters behind it or none. `${{ … }}` is of other programs.
const BRACES = /(?<!\$)\{\{\{?-?\s*([^\s{}|]+)\s*(?:\|[^{}]*)?-?\}?\}\}/gu;
const OPENED = "{{";
const OUTPUT = /^(?:outputs?|results?|status)$/i;
// A text of these is filled in by the tool itself, from the names in its data.
const FILLED = "template";

/** `{{fetch.output.total}}`: the braces of other tools around what a step gives stay as they are written. */
export function mustacheText(
  placed: Placed,
  templates: readonly Template[],
  outline: Outline,
): readonly Issue[] {
  const inTemplates = templates.flatMap(({ field, value, texts }) => {
    const own = isObject(value) && "data" in value ? value[FILLED] : undefined;
    return texts.flatMap((text) => (text === own ? [] : mustacheIn(placed, field, text, outline)));
  });
  return eachOnce(joined(inTemplates, inInstructions(placed, outline)));
}

function mustacheIn(placed: Placed, path: string, text: string, outline: Outline): Issue[] {
  if (!text.includes(OPENED)) return [];
  return [...text.matchAll(BRACES)].flatMap(([whole, inner = ""]) => {
    const isWhole = whole === text.trim();
    const write = (reference: string) => (isWhole ? `$${reference}` : `\${${reference}}`);
    const meant = meantIn(inner, outline, write);
    if (meant === null) return [];
    const says = `has "${shortened(whole)}", which is no reference here and would stay as it is written. ${meant.advice}`;
    const instead =
      meant.instead === undefined ? undefined : say.replace(placed.number, whole, meant.instead);
    const issue = isWhole && meant.isKnown ? stepError : stepWarning;
    return [issue(placed, "unknown_reference", says, { path, say: instead })];
  });
}

// Nothing is filled into instructions: what they name has to be in the input.
function inInstructions(placed: Placed, outline: Outline): Issue[] {
  const { instructions } = placed.step;
  if (!instructions.includes(OPENED)) return [];
  return [...instructions.matchAll(BRACES)].flatMap(([whole, inner = ""]) => {
    const meant = meantIn(inner, outline, (reference) => `$${reference}`);
    if (meant?.instead === undefined) return [];
    const says = `has "${shortened(whole)}" in its instructions, where nothing is filled in. Put ${meant.instead} into its input, or say in words which result is meant.`;
    return [stepWarning(placed, "unknown_reference", says, { path: "instructions" })];
  });
}

type Meant = { advice: string; instead?: string; isKnown: boolean };

function meantIn(inner: string, outline: Outline, write: (reference: string) => string): Meant | null {
  const named = namedPath(inner, outline);
  if (named === null) return null;
  const [first, second] = named.path;
  const isOfStep = outline.numbers.has(named.name);
  const isOutput = typeof first === "string" && OUTPUT.test(first);
  const isOfNamed = typeof second === "string" && OUTPUT.test(second);
  if (!isOfStep && !isOutput && !isOfNamed) {
    const meant = meantBy(named, outline, write);
    return meant.isCertain || /^input$/i.test(named.name) ? meant : null;
  }
  return meantBy(named, outline, write);
}
