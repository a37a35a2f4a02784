import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "#server/core/json.ts";
import { complaint } from "./complaint.ts";
import { linearPattern } from "./linear-pattern.ts";

const OPTIONS = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  validateSchema: false,
  logger: false,
  code: { regExp: linearPattern },
} as const satisfies Options;

// Compiling costs milliseconds, and a catalogue's schemas live as long as the catalogue.
const compiled = new WeakMap<JsonSchema, Compiled>();
// Words that may make a schema unusable although each of its words is written right.
const RISKY =
  /"(?:\$(?:ref|id|anchor|dynamic\w+|recursive\w+)|id|pattern)":"|"(?:\$async|nullable|patternProperties)":/;

type Compiled = { validate: ValidateFunction } | { problem: string };
type Problem = { at: string; says: string };

/** Checks values against a schema; null when the schema itself cannot be used. */
export function validatorOf(schema: JsonSchema): ValidateFunction | null {
  const found = compiledFrom(schema);
  return "validate" in found ? found.validate : null;
}

/** What makes a schema unusable, and where in it; null when nothing does. */
export type SchemaProblem = (schema: JsonSchema) => Problem | null;

/** A search that looks at each text of a schema once: many steps of a plan give the same. */
export function searchProblems(): SchemaProblem {
  const found = new Map<string, Problem | null>();
  return (schema) => {
    const known = compiled.get(schema);
    if (known && "validate" in known) return null;
    const text = JSON.stringify(schema);
    let problem = found.get(text);
    if (problem === undefined) {
      problem = problemOf(schema, text);
      found.set(text, problem);
    }
    return problem;
  };
}

function problemOf(schema: JsonSchema, text: string): Problem | null {
  const rest = withoutDialect(schema);
  const meta = rulesFor(schema);
  meta.validateSchema(rest);
  const [error] = meta.errors ?? [];
  if (error) return { at: error.instancePath, says: complaint(error) };
  if (!RISKY.test(text)) return null;
  const found = compiledFrom(schema);
  return "problem" in found ? { at: "", says: `cannot be used: ${found.problem}` } : null;
}

// Reading the rules of schemas costs more than a schema.
const rules = new Map<boolean, Ajv>();

function rulesFor(schema: JsonSchema): Ajv {
  const known = rules.get(isNewer(schema));
  if (known) return known;
  const made = newValidator(schema);
  rules.set(isNewer(schema), made);
  return made;
}

function newValidator(schema: JsonSchema): Ajv {
  return isNewer(schema) ? new Ajv2020(OPTIONS) : new Ajv(OPTIONS);
}

function compiledFrom(schema: JsonSchema): Compiled {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = compile(schema);
  compiled.set(schema, made);
  return made;
}

function compile(schema: JsonSchema): Compiled {
  const rest = withoutDialect(schema);
  // Its verdict would come later, when nobody waits for it.
  if ("$async" in rest) return { problem: "$async is not supported" };
  try {
    return { validate: newValidator(schema).compile(rest) };
  } catch (error) {
    return { problem: String(error).replace(/^\w*Error: /, "") };
  }
}

function withoutDialect(schema: JsonSchema): JsonSchema {
  if (!("$schema" in schema)) return schema;
  const { $schema, ...rest } = schema;
  return rest;
}

function isNewer(schema: JsonSchema): boolean {
  const { $schema } = schema;
  return "$defs" in schema || (typeof $schema === "string" && /20(19-09|20-12)/.test($schema));
}
