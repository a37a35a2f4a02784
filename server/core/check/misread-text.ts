import { shortened } from "#server/core/characters.ts";
import type { Issue } from "#server/core/plan.ts";
import { type Reference, scanReference, writeReference } from "#server/core/references.ts";
import { meantBy, namedPath } from "./foreign-reference.ts";
import { joined } from "./joined.ts";
import type { Outline } from "./outline.ts";
import { say } from "./sayings.ts";
import { eachOnce, type Placed, stepError, stepWarning } from "./step-issue.ts";
import type { Template } from "./templates.ts";

const NAME_AND_FIELD = /^([A-Za-z0-9][A-Za-z0-9_-]*)\.([\p{L}\p{N}_-]+)/u;
const BRACED = /\$\{[^{}]*\}/uy;
// A place in a value, and no expression.
const CLOSE = /^[^\s:()]*$/u;
const RESULT = /^(?:results?|outputs|response|value)$/i;

/** A text behind "$", alone or in braces, and how a reference in its place is written. */
type Written = { text: string; inner: string; write: (reference: string) => string; isWhole: boolean };

/**
 * Text that looks like a reference and is none, so that it would stay as it is written: a field that
 * steps do not have, a name of another tool's, or a reference inside longer text without braces.
 */
export function misreadText(placed: Placed, { field, texts }: Template, outline: Outline): readonly Issue[] {
  return eachOnce(texts.flatMap((text) => misreadIn(placed, field, text, outline)));
}

function misreadIn(placed: Placed, field: string, text: string, outline: Outline): Issue[] {
  if (text.startsWith("$") && scanReference(text, 1)?.end === text.length) return [];
  const alone = /^\$([^\s${}()]+)$/u.exec(text)?.[1];
  if (alone !== undefined) {
    const write = (reference: string) => `$${reference}`;
    const issues = misread(placed, field, { text, inner: alone, write, isWhole: true }, outline);
    return issues.length > 0 ? issues : unbraced(placed, field, text, outline);
  }
  // Between backticks the braces belong to program code.
  const braced = text.includes("`") ? [] : bracedIssues(placed, field, text, outline);
  return joined(braced, unbraced(placed, field, text, outline));
}

function bracedIssues(placed: Placed, field: string, text: string, outline: Outline): Issue[] {
  const issues: Issue[] = [];
  for (let at = text.indexOf("${"); at !== -1; at = text.indexOf("${", at + 2)) {
    const found = scanReference(text, at + 2);
    if (found && text[found.end] === "}") continue;
    BRACED.lastIndex = at;
    const [whole] = BRACED.exec(text) ?? [];
    if (whole === undefined) continue;
    const write = (reference: string) => `\${${reference}}`;
    const inner = whole.slice(2, -1);
    const written = { text: whole, inner, write, isWhole: whole === text };
    if (found) {
      const rest = text.slice(found.end, at + whole.length - 1);
      issues.push(...computed(placed, field, written, { reference: found.reference, rest }, outline));
    } else issues.push(...misread(placed, field, written, outline));
  }
  return issues;
}

/** `${fetch.output.total + 1}`: a reference with more than itself in its braces. */
function computed(
  placed: Placed,
  field: string,
  written: Written,
  { reference, rest }: { reference: Reference; rest: string },
  outline: Outline,
): Issue[] {
  const { text, inner, write } = written;
  if (reference.source === "step" && !outline.numbers.has(reference.stepId)) return [];
  if (reference.source === "step" && reference.field !== "output" && CLOSE.test(inner))
    return misread(placed, field, written, outline);
  // With a colon it is the object of an expression: `${ country: amount }`.
  if (rest.includes(":")) return [];
  const only = write(writeReference(reference).slice(1));
  const says = `has "${shortened(text)}", which stays as it is written: braces take a reference and nothing else. Write ${only}, and compute in a step of its own.`;
  return [stepWarning(placed, "unknown_reference", says, { path: field })];
}

function misread(placed: Placed, field: string, written: Written, outline: Outline): Issue[] {
  const { text, inner, write, isWhole } = written;
  const shown = shortened(text);
  const instead = (reference: string | undefined) => ({
    path: field,
    say: reference === undefined ? undefined : say.replace(placed.number, text, reference),
  });
  const trimmed = inner.trim();
  if (trimmed !== inner && scanReference(trimmed, 0)?.end === trimmed.length) {
    const says = `has "${shown}", which stays as it is written. Write ${write(trimmed)} without spaces.`;
    return [stepWarning(placed, "unknown_reference", says, instead(write(trimmed)))];
  }
  const [, id = "", name = ""] = NAME_AND_FIELD.exec(inner) ?? [];
  if (outline.numbers.has(id)) {
    if (!CLOSE.test(inner) || name === "output" || /^\d+ \d/.test(`${id} ${name}`)) return [];
    const says = `refers to $${id}.${name}, but a step has .output, .status and .error. Write ${fieldOf(id, name, write)}.`;
    return [stepError(placed, "reference_field", says, instead(write(mendedField(inner, id, name))))];
  }
  if (outline.numbers.has(trimmed) && !/^[A-Z0-9_]+$/.test(trimmed)) {
    const output = write(`${trimmed}.output`);
    const says = `has "${shown}", which stays as it is written. Write ${output} for the result of that step.`;
    return [stepWarning(placed, "unknown_reference", says, instead(output))];
  }
  const named = namedPath(trimmed, outline);
  if (!named) return [];
  const meant = meantBy(named, outline, write);
  if (!isWhole && !meant.isKnown) return [];
  const says = `has "${shown}", which is no reference and would stay as it is written. ${meant.advice}`;
  const issue = isWhole && meant.isCertain ? stepError : stepWarning;
  return [issue(placed, "unknown_reference", says, instead(meant.instead))];
}

function fieldOf(id: string, name: string, write: (reference: string) => string): string {
  if (name === "status" || name === "error") return `${write(`${id}.${name}`)} alone`;
  const inside = write(`${id}.output.${name}`);
  return RESULT.test(name) ? `${write(`${id}.output`)}, or ${inside} for a field of that name` : inside;
}

/** `fetch.total[0]` as `fetch.output.total[0]`, and `fetch.status.code` as `fetch.status`. */
function mendedField(inner: string, id: string, name: string): string {
  if (name === "status" || name === "error") return `${id}.${name}`;
  const rest = inner.slice(`${id}.${name}`.length);
  return RESULT.test(name) ? `${id}.output${rest}` : `${id}.output.${name}${rest}`;
}

/** A reference inside a longer text without its braces. */
function unbraced(placed: Placed, field: string, text: string, outline: Outline): Issue[] {
  const issues: Issue[] = [];
  let bound: ReadonlySet<string> | undefined;
  for (let at = text.indexOf("$"); at !== -1; at = text.indexOf("$", at + 1)) {
    const found = scanReference(text, at + 1);
    if (!found) continue;
    const { reference } = found;
    const isMeant =
      reference.source === "step" ? outline.numbers.has(reference.stepId) : reference.path.length > 0;
    const name = reference.source === "step" ? reference.stepId : "input";
    if (!isMeant) continue;
    bound ??= boundNames(text);
    if (bound.has(name)) continue;
    const written = writeReference(reference);
    const braced = `\${${written.slice(1)}}`;
    const says = `has ${written} inside a longer text, where it stays as it is. Write ${braced} instead.`;
    const place = { path: field, say: say.replace(placed.number, written, braced) };
    issues.push(stepWarning(placed, "unknown_reference", says, place));
  }
  return issues;
}

/** Variables of an expression: `$rows := …` and `function($row) { … }` give a name its own meaning. */
function boundNames(text: string): ReadonlySet<string> {
  const assigned = text.match(/(?<=\$)[\w-]+(?=\s*:=)/gu) ?? [];
  const functions = text.match(/(?:function|λ)\s{0,9}\([^()]{0,500}\)/gu) ?? [];
  const parameters = functions.join(" ").match(/(?<=\$)[\w-]+/gu) ?? [];
  return new Set([...assigned, ...parameters]);
}
