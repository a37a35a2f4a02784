import { shortened } from "#server/core/characters.ts";
import type { Json } from "#server/core/json.ts";
import type { Issue } from "#server/core/plan.ts";
import { mapStrings, scanReference, writeReference } from "#server/core/references.ts";
import { meantBy, namedPath } from "./foreign-reference.ts";
import { type Placed, stepError, stepWarning } from "./step-issue.ts";

const NAME_AND_FIELD = /^([A-Za-z0-9][A-Za-z0-9_-]*)\.([\p{L}\p{N}_-]+)/u;
const BRACED = /\$\{([^{}]*)\}/gu;
// A place in a value, and no expression.
const CLOSE = /^[^\s:()]*$/u;
const RESULT = /^(?:results?|outputs|response|value)$/i;

/** A text behind "$", alone or in braces, and how a reference in its place is written. */
type Written = { text: string; inner: string; write: (reference: string) => string; isWhole: boolean };

/**
 * Text that looks like a reference and is none, so that it would stay as it is written: a field that
 * steps do not have, a name of another tool's, or a reference inside longer text without braces.
 */
export function misreadText(
  placed: Placed,
  field: string,
  template: Json,
  stepIds: ReadonlySet<string>,
): Issue[] {
  const issues = new Map<string, Issue>();
  mapStrings(template, (text) => {
    if (!text.includes("$")) return text;
    for (const issue of misreadIn(placed, field, text, stepIds)) issues.set(issue.message, issue);
    return text;
  });
  return [...issues.values()];
}

function misreadIn(placed: Placed, field: string, text: string, stepIds: ReadonlySet<string>): Issue[] {
  const alone = /^\$([^\s${}()]+)$/u.exec(text)?.[1];
  if (alone !== undefined) {
    if (scanReference(alone, 0)?.end === alone.length) return [];
    const write = (reference: string) => `$${reference}`;
    const issues = misread(placed, field, { text, inner: alone, write, isWhole: true }, stepIds);
    return issues.length > 0 ? issues : unbraced(placed, field, text, stepIds);
  }
  // Between backticks the braces belong to program code.
  const braces = text.includes("`") ? [] : text.matchAll(BRACED);
  const braced = [...braces].flatMap(({ 0: whole, 1: inner = "", index }) => {
    const found = scanReference(text, index + 2);
    if (found && text[found.end] === "}") return [];
    const write = (reference: string) => `\${${reference}}`;
    const written = { text: whole, inner, write, isWhole: whole === text };
    return found ? computed(placed, field, written, stepIds) : misread(placed, field, written, stepIds);
  });
  return [...braced, ...unbraced(placed, field, text, stepIds)];
}

/** `${fetch.output.total + 1}`: a reference with more than itself in its braces. */
function computed(placed: Placed, field: string, written: Written, stepIds: ReadonlySet<string>): Issue[] {
  const { text, inner, write } = written;
  const found = scanReference(inner, 0);
  if (!found) return [];
  const { reference } = found;
  if (reference.source === "step" && !stepIds.has(reference.stepId)) return [];
  if (reference.source === "step" && reference.field === "status" && CLOSE.test(inner))
    return misread(placed, field, written, stepIds);
  // With a colon it is the object of an expression: `${ country: amount }`.
  if (inner.slice(found.end).includes(":")) return [];
  const only = write(writeReference(reference).slice(1));
  const says = `has "${shortened(text)}", which stays as it is written: braces take a reference and nothing else. Write ${only}, and compute in a step of its own.`;
  return [stepWarning(placed, "unknown_reference", says, field)];
}

function misread(placed: Placed, field: string, written: Written, stepIds: ReadonlySet<string>): Issue[] {
  const { text, inner, write, isWhole } = written;
  const shown = shortened(text);
  const trimmed = inner.trim();
  if (trimmed !== inner && scanReference(trimmed, 0)?.end === trimmed.length) {
    const says = `has "${shown}", which stays as it is written. Write ${write(trimmed)} without spaces.`;
    return [stepWarning(placed, "unknown_reference", says, field)];
  }
  const [, id = "", name = ""] = NAME_AND_FIELD.exec(inner) ?? [];
  if (stepIds.has(id)) {
    if (!CLOSE.test(inner) || name === "output" || /^\d+ \d/.test(`${id} ${name}`)) return [];
    const says = `refers to $${id}.${name}, but a step has .output and .status. Write ${fieldOf(id, name, write)}.`;
    return [stepError(placed, "reference_field", says, field)];
  }
  if (stepIds.has(trimmed) && !/^[A-Z0-9_]+$/.test(trimmed)) {
    const says = `has "${shown}", which stays as it is written. Write ${write(`${trimmed}.output`)} for the result of that step.`;
    return [stepWarning(placed, "unknown_reference", says, field)];
  }
  const named = namedPath(trimmed);
  if (!named) return [];
  const meant = meantBy(named, stepIds, write);
  if (!isWhole && !meant.isKnown) return [];
  const says = `has "${shown}", which is no reference and would stay as it is written. ${meant.advice}`;
  return isWhole && meant.isCertain
    ? [stepError(placed, "unknown_reference", says, field)]
    : [stepWarning(placed, "unknown_reference", says, field)];
}

function fieldOf(id: string, name: string, write: (reference: string) => string): string {
  if (name === "status") return `${write(`${id}.status`)} alone`;
  const inside = write(`${id}.output.${name}`);
  return RESULT.test(name) ? `${write(`${id}.output`)}, or ${inside} for a field of that name` : inside;
}

/** A reference inside a longer text without its braces. */
function unbraced(placed: Placed, field: string, text: string, stepIds: ReadonlySet<string>): Issue[] {
  const issues: Issue[] = [];
  const bound = boundNames(text);
  for (let at = text.indexOf("$"); at !== -1; at = text.indexOf("$", at + 1)) {
    const found = scanReference(text, at + 1);
    if (!found) continue;
    const { reference } = found;
    const isMeant = reference.source === "step" ? stepIds.has(reference.stepId) : reference.path.length > 0;
    const name = reference.source === "step" ? reference.stepId : "input";
    if (!isMeant || bound.has(name)) continue;
    const written = writeReference(reference);
    const says = `has ${written} inside a longer text, where it stays as it is. Write \${${written.slice(1)}} instead.`;
    issues.push(stepWarning(placed, "unknown_reference", says, field));
  }
  return issues;
}

/** Variables of an expression: `$rows := …` and `function($row) { … }` give a name its own meaning. */
function boundNames(text: string): Set<string> {
  const names = [...text.matchAll(/\$([\w-]+)\s*:=/gu)].map((match) => match[1] ?? "");
  const parameters = [...text.matchAll(/(?:function|λ)\s{0,9}\(([^()]{0,500})\)/gu)].flatMap((match) =>
    [...(match[1] ?? "").matchAll(/\$([\w-]+)/gu)].map((inner) => inner[1] ?? ""),
  );
  return new Set([...names, ...parameters]);
}
