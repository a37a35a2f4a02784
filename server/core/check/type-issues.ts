import type { JsonSchema } from "#server/core/json.ts";
import type { Issue } from "#server/core/plan.ts";
import { type Reference, writeReference } from "#server/core/references.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { canFit, formsInWords } from "./form-fit.ts";
import type { Outline } from "./outline.ts";
import { say } from "./sayings.ts";
import type { Form } from "./schema-forms.ts";
import { sayWithout } from "./say-without.ts";
import { type Placed, stepError } from "./step-issue.ts";
import type { Template } from "./templates.ts";

const STATUSES: Form = { type: "string", schema: {}, values: ["completed", "failed", "skipped"] };
const ERROR: Form = { type: "string", schema: {}, values: null };

/** What a reference stands for by the schemas; null when they do not say. */
export function formsOfReference(reference: Reference, outline: Outline): Form[] | null {
  if (reference.source === "input") return null;
  if (reference.field !== "output") return [reference.field === "status" ? STATUSES : ERROR];
  const schema = outline.outputSchemaOf(reference.stepId);
  const place = schema ? outline.placeIn(schema, reference.path) : null;
  return place?.type === "forms" ? place.forms : null;
}

/** Whole references in an input that stand for a value which the tool cannot take there. */
export function typeIssues(
  placed: Placed,
  tool: ToolDefinition,
  { field, references }: Template,
  outline: Outline,
): Issue[] {
  return references.flatMap(({ reference, at, isWhole }) => {
    if (!isWhole || reference.source === "input") return [];
    // A reference to a step that does not come before is told as that.
    if (!outline.isBefore(reference.stepId, placed.step.id)) return [];
    const given = formsOfReference(reference, outline);
    const taken = given && parameterForms(tool.inputSchema, at, outline);
    if (!taken || canFit(given, taken)) return [];
    const written = writeReference(reference);
    const asText = `\${${written.slice(1)}}`;
    const takesText = taken.some(({ type, values }) => type === "string" && values === null);
    const says = [
      `gives ${written} to ${field}${at} of the tool "${tool.name}", which takes ${formsInWords(taken)};`,
      `by its schema ${written} is ${formsInWords(given)}.`,
      takesText
        ? `Write ${asText} for its text, or refer to another place.`
        : "Refer to another place, or leave it out.",
    ].join(" ");
    const mended = takesText
      ? say.replace(placed.number, written, asText)
      : sayWithout(placed, { path: field + at, isWhole }, outline);
    return [stepError(placed, "reference_type", says, { path: field + at, say: mended })];
  });
}

function parameterForms(schema: JsonSchema, at: string, outline: Outline): Form[] | null {
  const place = outline.placeUnder(schema, at);
  return place?.type === "forms" ? place.forms : null;
}
