import { templatesOf } from "./check/templates.ts";
import { type Condition, parseCondition } from "./conditions.ts";
import { isObject, type Json, type JsonObject, type JsonSchema } from "./json.ts";
import { parseJson } from "./parse-json.ts";
import type { Plan, Step } from "./plan.ts";
import type { Reference, ReferenceAt } from "./references.ts";
import { err, ok, type Result } from "./result.ts";

/** What a field of a run's input is filled in with; `json` is a list, an object, or unknown parts of one. */
export type RunInputType = "text" | "number" | "boolean" | "json";

/** One name that steps read from the run input. `steps` are their ids. */
export type RunInputField = { name: string; type: RunInputType; steps: string[] };

/**
 * What a plan reads from the run input. `wholeReaders` are the steps that are given all of it, so that
 * other names than those of the fields may matter too.
 */
export type RunInputForm = { fields: RunInputField[]; wholeReaders: string[] };

type Use = { name: string | null; type: RunInputType | null; stepId: string };
type ToolForms = readonly { name: string; inputSchema: JsonSchema }[];

const TYPES: Readonly<Record<string, RunInputType>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
  array: "json",
  object: "json",
};

/** The form for starting a run by hand, derived from what the steps refer to; null when no step uses the run input. */
export function runInputForm(plan: Plan, tools: ToolForms = []): RunInputForm | null {
  const users = plan.steps.filter((step) => step.usesRunInput === true);
  if (users.length === 0) return null;
  const uses = users.flatMap((step) => usesOf(step, tools));
  const named = Map.groupBy(
    uses.filter((use) => use.name !== null),
    (use) => use.name ?? "",
  );
  return {
    fields: [...named].map(([name, same]) => ({
      name,
      type: typeOf(same),
      steps: [...new Set(same.map((use) => use.stepId))],
    })),
    wholeReaders: [...new Set(uses.filter((use) => use.name === null).map((use) => use.stepId))],
  };
}

/** The run input that a filled in form makes: empty fields are left out; or what is wrong, by the name of the field. */
export function runInputOf(
  { fields }: Pick<RunInputForm, "fields">,
  texts: Readonly<Record<string, string>>,
): Result<JsonObject, { name: string; message: string }[]> {
  const read = fields.map(({ name, type }) => ({ name, value: valueIn(texts[name] ?? "", type) }));
  const problems = read.flatMap(({ name, value }) =>
    value.ok ? [] : [{ name, message: `"${name}" ${value.error}` }],
  );
  if (problems.length > 0) return err(problems);
  return ok(
    Object.fromEntries(
      read.flatMap(({ name, value }) => (value.ok && value.value !== undefined ? [[name, value.value]] : [])),
    ),
  );
}

function usesOf(step: Step, tools: ToolForms): Use[] {
  const schema = tools.find(({ name }) => name === step.tool)?.inputSchema;
  const templates = templatesOf(step);
  const found = templates.flatMap(({ field, references }) =>
    references.map((reference) => useOf(step.id, reference, field === "input" ? schema : undefined)),
  );
  const condition = step.if === undefined ? null : parseCondition(step.if);
  const uses = [...found, ...(condition?.ok ? usesInCondition(step.id, condition.value) : [])].filter(
    (use) => use !== null,
  );
  // A step that names nothing of it is given the run input as it is.
  return uses.length > 0 && step.kind !== "reasoning"
    ? uses
    : [...uses, { name: null, type: null, stepId: step.id }];
}

function useOf(
  stepId: string,
  { reference, at, isWhole }: ReferenceAt,
  schema: JsonSchema | undefined,
): Use | null {
  const read = readOf(stepId, reference);
  if (read === null || read.type !== null || read.name === null) return read;
  return { ...read, type: isWhole ? typeAt(schema, at) : "text" };
}

/** A type is known where a part of the value is read. */
function readOf(stepId: string, reference: Reference): Use | null {
  if (reference.source !== "input") return null;
  const [first, ...deeper] = reference.path;
  if (typeof first !== "string") return { name: null, type: null, stepId };
  return { name: first, type: deeper.length > 0 ? "json" : null, stepId };
}

/** What a tool's schema says of a place of its input, as far as it says it plainly. */
function typeAt(schema: JsonSchema | undefined, pointer: string): RunInputType | null {
  let place: Json | undefined = schema;
  for (const key of pointer.split("/").slice(1)) {
    const properties: Json | undefined = isObject(place) ? place["properties"] : undefined;
    place = isObject(properties) ? properties[key] : isObject(place) ? place["items"] : undefined;
  }
  const type = isObject(place) ? place["type"] : undefined;
  return typeof type === "string" ? (TYPES[type] ?? null) : null;
}

function usesInCondition(stepId: string, condition: Condition): (Use | null)[] {
  switch (condition.type) {
    case "value":
      return [];
    case "reference":
      return [readOf(stepId, condition.reference)];
    case "not":
      return usesInCondition(stepId, condition.of);
    case "all":
    case "any":
      return condition.of.flatMap((part) => usesInCondition(stepId, part));
    case "compare":
      return [
        ...comparedUses(stepId, condition.left, condition.right),
        ...comparedUses(stepId, condition.right, condition.left),
      ];
  }
}

/** What is compared with a number is one. */
function comparedUses(stepId: string, operand: Condition, other: Condition): (Use | null)[] {
  const value = other.type === "value" ? other.value : null;
  const type = typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : null;
  return usesInCondition(stepId, operand).map((use) => use && { ...use, type: use.type ?? type });
}

/** Text, where nothing says otherwise; where steps differ, JSON, in which all can be written. */
function typeOf(uses: readonly Use[]): RunInputType {
  const types = new Set(uses.flatMap(({ type }) => type ?? []));
  const [only = "text"] = types;
  if (types.size <= 1) return only;
  types.delete("text");
  const [other = "json"] = types;
  return types.size === 1 ? other : "json";
}

function valueIn(text: string, type: RunInputType): Result<Json | undefined, string> {
  if (text.trim() === "") return ok(undefined);
  if (type === "text") return ok(text);
  if (type === "boolean") {
    if (/^\s*(?:true|false)\s*$/i.test(text)) return ok(/true/i.test(text));
    return err("is true or false.");
  }
  const read = parseJson(text);
  if (type === "json") return read.ok ? read : err(`is not JSON: ${read.error.message}`);
  return read.ok && typeof read.value === "number" ? read : err("is a number, such as 12.5.");
}
