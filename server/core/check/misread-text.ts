import type { Json } from "#server/core/json.ts";
import type { Issue } from "#server/core/plan.ts";
import { mapStrings, scanReference, writeReference } from "#server/core/references.ts";
import { type Placed, stepError, stepWarning } from "./step-issue.ts";

const NAME_AND_FIELD = /([A-Za-z0-9][A-Za-z0-9_-]*)\.([\p{L}\p{N}_-]+)/uy;
// A string that is nothing but a reference, or was meant to be.
const ALONE = /^\$[A-Za-z0-9][^\s${}]*$/;

/**
 * Text that looks like a reference to a step of the plan and is none, so that it would stay as it is
 * written: a field that steps do not have, or a reference inside longer text without braces.
 */
export function misreadText(
  placed: Placed,
  field: string,
  template: Json,
  isStep: (id: string) => boolean,
): Issue[] {
  const issues = new Map<string, Issue>();
  mapStrings(template, (text) => {
    for (let at = text.indexOf("$"); at !== -1; at = text.indexOf("$", at + 1)) {
      const issue = misreadAt(placed, field, text, at, isStep);
      if (issue) issues.set(issue.message, issue);
    }
    return text;
  });
  return [...issues.values()];
}

function misreadAt(
  placed: Placed,
  field: string,
  text: string,
  at: number,
  isStep: (id: string) => boolean,
): Issue | null {
  const isBraced = text[at + 1] === "{";
  const start = at + (isBraced ? 2 : 1);
  const found = scanReference(text, start);
  const isAlone = at === 0 && ALONE.test(text);
  if (found && (isBraced ? text[found.end] === "}" : at === 0 && found.end === text.length)) return null;

  NAME_AND_FIELD.lastIndex = start;
  const [, id = "", name = ""] = NAME_AND_FIELD.exec(text) ?? [];
  if (isStep(id) && (isBraced || isAlone) && !(found && name === "output")) {
    const instead = name === "status" ? `$${id}.status alone` : `$${id}.output.${name}`;
    const says = `refers to $${id}.${name}, but a step has .output and .status. Write ${instead}.`;
    return stepError(placed, "reference_field", says, field);
  }
  if (!found || isBraced) return null;
  const { reference } = found;
  const isMeant = reference.source === "step" ? isStep(reference.stepId) : reference.path.length > 0;
  if (!isMeant) return null;
  const written = writeReference(reference);
  const says = `has ${written} inside a longer text, where it stays as it is. Write \${${written.slice(1)}} instead.`;
  return stepWarning(placed, "unknown_reference", says, field);
}
