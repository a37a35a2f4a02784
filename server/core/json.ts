import { z } from "zod";

/** Any value that JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export const jsonSchema: z.ZodType<Json> = z.json();

export type JsonObject = { [key: string]: Json };

/** A JSON Schema document (draft-07 or later), as tools and output schemas carry it. */
export type JsonSchema = JsonObject;

/** The same text for equal values, whatever the order of keys: what content hashes are made of. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : item,
  );
}
