import { firstCharacters } from "#server/core/characters.ts";
import type { SchemaProblem } from "#server/core/check/schema-validator.ts";
import { type Json, type JsonObject, isObject } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import type { ToolAnnotations } from "#server/core/tool.ts";
import type { OfferedTool } from "#server/core/tool-server.ts";
import { hasHiddenCharacters, withoutHiddenCharacters } from "./hidden-characters.ts";
import { MAX_DEFINITION_CHARACTERS } from "./limits.ts";

const NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const MAX_DESCRIPTION_CHARACTERS = 2_000;
const MAX_DEPTH = 100;
/** Texts of a schema that are read alone. */
const PROSE = ["description", "title", "$comment"];
const HINTS = ["readOnlyHint", "idempotentHint", "destructiveHint", "openWorldHint"] as const;

/** A tool as a server tells of it. */
export type RawTool = {
  name: string;
  description?: string | undefined;
  inputSchema: unknown;
  outputSchema?: unknown;
  annotations?: Record<string, unknown> | undefined;
};

/** The tool as people and models may see it, or why it is left out. */
export function cleanTool(raw: RawTool, problemOf: SchemaProblem): Result<OfferedTool, string> {
  if (!NAME.test(raw.name)) return err("its name is not of 1 to 64 letters, digits, _, . and -");
  try {
    const inputSchema = cleanSchema(raw.inputSchema as Json);
    const outputSchema = raw.outputSchema === undefined ? undefined : cleanSchema(raw.outputSchema as Json);
    if (!isObject(inputSchema)) return err("it has no schema of its input");
    if (inputSchema["type"] !== undefined && inputSchema["type"] !== "object")
      return err("its input is not an object");
    const tool: OfferedTool = {
      name: raw.name,
      description: cleanProse(raw.description ?? ""),
      inputSchema,
      ...(isObject(outputSchema) && { outputSchema }),
      annotations: cleanHints(raw.annotations ?? {}),
    };
    if (JSON.stringify(tool).length > MAX_DEFINITION_CHARACTERS) return err("its definition is too long");
    const problem = schemaProblem(tool, problemOf);
    return problem === null ? ok(tool) : err(problem);
  } catch (error) {
    return err(error instanceof UnfitSchema ? error.message : "its schema cannot be read");
  }
}

class UnfitSchema extends Error {
  override readonly name = "UnfitSchema";
}

export function cleanProse(text: string, most = MAX_DESCRIPTION_CHARACTERS): string {
  return firstCharacters(withoutHiddenCharacters(text).trim(), most);
}

function cleanHints(given: Record<string, unknown>): ToolAnnotations {
  const hints: ToolAnnotations = {};
  for (const hint of HINTS) {
    const value = given[hint];
    if (typeof value === "boolean") hints[hint] = value;
  }
  return hints;
}

/** Prose is cleaned. Names and values are not: another name would not be the server's any more. */
function cleanSchema(value: Json, depth = 0): Json {
  if (depth > MAX_DEPTH) throw new UnfitSchema("its schema is nested too deep");
  if (typeof value === "string") return plain(value);
  if (Array.isArray(value)) return value.map((item) => cleanSchema(item, depth + 1));
  if (!isObject(value)) return value;
  const clean: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__") throw new UnfitSchema('its schema names "__proto__"');
    const isProse = typeof item === "string" && PROSE.includes(key);
    clean[plain(key)] = isProse ? cleanProse(item) : cleanSchema(item, depth + 1);
  }
  return clean;
}

function plain(text: string): string {
  if (hasHiddenCharacters(text))
    throw new UnfitSchema("a name or value in its schema has invisible characters");
  return text;
}

function schemaProblem(tool: OfferedTool, problemOf: SchemaProblem): string | null {
  for (const schema of [tool.inputSchema, tool.outputSchema]) {
    const problem = schema === undefined ? null : problemOf(schema);
    if (problem !== null) return `its schema${problem.at && ` at ${problem.at}`} ${problem.says}`;
  }
  return null;
}
