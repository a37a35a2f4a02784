import { z } from "zod";

/** Any value that JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export const jsonSchema: z.ZodType<Json> = z.json();

export type JsonObject = { [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A JSON Schema document (draft-07 or later), as tools and output schemas carry it. */
export type JsonSchema = JsonObject;

type Part = { text: string } | { value: unknown };

/**
 * The same text for equal values, whatever the order of keys: what content hashes are made of. A field
 * that is undefined counts as absent. Values may be nested ever so deep.
 */
export function canonicalJson(value: unknown): string {
  let text = "";
  // What is still to be written, the next part last.
  const left: Part[] = [{ value }];
  for (let part = left.pop(); part; part = left.pop()) {
    if ("text" in part) text += part.text;
    else if (typeof part.value !== "object" || part.value === null) {
      text += JSON.stringify(part.value) ?? "null";
    } else {
      const parts = Array.isArray(part.value) ? listParts(part.value) : objectParts(part.value);
      for (const inner of parts.reverse()) left.push(inner);
    }
  }
  return text;
}

function listParts(items: readonly unknown[]): Part[] {
  const parts: Part[] = [];
  for (const value of items) parts.push({ text: parts.length === 0 ? "[" : "," }, { value });
  return [...parts, { text: parts.length === 0 ? "[]" : "]" }];
}

function objectParts(fields: object): Part[] {
  const parts: Part[] = [];
  for (const [key, value] of Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === undefined) continue;
    parts.push({ text: `${parts.length === 0 ? "{" : ","}${JSON.stringify(key)}:` }, { value });
  }
  return [...parts, { text: parts.length === 0 ? "{}" : "}" }];
}
