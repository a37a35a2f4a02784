import type { Json } from "#server/core/json.ts";

/** Throws SyntaxError when the text is not JSON. */
export function parseJsonText(text: string): Json {
  // JSON.parse makes nothing but JSON values; checking millions of them again would hold up every run.
  return JSON.parse(text) as Json;
}
