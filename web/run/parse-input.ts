import { type Json, jsonSchema } from "#server/core/json.ts";
import { err, ok, type Result } from "#server/core/result.ts";

/** What a person typed as JSON. Nothing typed is no input. */
export function parseInput(text: string): Result<Json | null, string> {
  if (text.trim() === "") return ok(null);
  try {
    return ok(jsonSchema.parse(JSON.parse(text)));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "it holds a value that JSON cannot carry";
    return err(`This is not valid JSON: ${reason}. Text needs double quotes, for example "hello".`);
  }
}
