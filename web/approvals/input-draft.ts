import { type Json, jsonSchema } from "#server/core/json.ts";
import { err, ok, type Result } from "#server/core/result.ts";

/** An input as a person edits it: each text field as text, all the rest as JSON. */
export type InputDraft = { texts: Readonly<Record<string, string>>; rest: string };

/** The name of the one field of an input that is itself a text. */
export const WHOLE = "";

export function draftOf(input: Json): InputDraft {
  if (typeof input === "string") return { texts: { [WHOLE]: input }, rest: "" };
  if (!isFields(input)) return { texts: {}, rest: pretty(input) };
  const fields = Object.entries(input);
  const others = fields.filter(([name, value]) => typeof value !== "string" || name === WHOLE);
  return {
    texts: Object.fromEntries(
      fields.flatMap(([name, value]) => (typeof value === "string" && name !== WHOLE ? [[name, value]] : [])),
    ),
    rest: others.length === 0 ? "" : pretty(Object.fromEntries(others)),
  };
}

/** The input that a draft stands for, with its fields in the order of the original. */
export function inputOf(draft: InputDraft, original: Json): Result<Json, string> {
  if (typeof original === "string") {
    return ok(withLineEndsOf(original, draft.texts[WHOLE] ?? ""));
  }
  if (!isFields(original)) return parsed(draft.rest);

  const rest = draft.rest.trim() === "" ? ok({}) : parsed(draft.rest);
  if (!rest.ok) return rest;
  if (!isFields(rest.value)) {
    return err('The other fields have to be one JSON object, for example { "retries": 2 }.');
  }
  const restFields = new Map(Object.entries(rest.value));
  const twice = Object.keys(draft.texts).find((name) => restFields.has(name));
  if (twice !== undefined) return err(`The field "${twice}" stands twice. Leave it out of the JSON.`);

  const fields: [string, Json][] = [];
  for (const [name, value] of Object.entries(original)) {
    const text = Object.hasOwn(draft.texts, name) ? draft.texts[name] : undefined;
    const other = restFields.get(name);
    if (text !== undefined && typeof value === "string") fields.push([name, withLineEndsOf(value, text)]);
    else if (other !== undefined) fields.push([name, other]);
    restFields.delete(name);
  }
  return ok(Object.fromEntries([...fields, ...restFields]));
}

function isFields(value: Json): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function pretty(value: Json): string {
  return JSON.stringify(value, null, 2);
}

function parsed(text: string): Result<Json, string> {
  try {
    return ok(jsonSchema.parse(JSON.parse(text)));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "it holds a value that JSON cannot carry";
    return err(`This is not valid JSON: ${reason}. Text needs double quotes, for example "hello".`);
  }
}

// A text area knows line feeds only.
function withLineEndsOf(original: string, text: string): string {
  const hasOnlyPairs = original.includes("\r\n") && !/(?<!\r)\n|\r(?!\n)/.test(original);
  return hasOnlyPairs ? text.replaceAll(/\r?\n/g, "\r\n") : text;
}
