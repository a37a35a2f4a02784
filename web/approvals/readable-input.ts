import type { Json } from "#server/core/json.ts";

export type ReadableField = {
  /** Null when the input is one value without a name. */
  name: string | null;
  text: string;
  /** `line` stands beside its name, a block below it; `json` is data, `text` is somebody's words. */
  form: "line" | "text" | "json";
};

const LONGEST_LINE = 72;

/** An input as a person reads it: its fields one by one, texts with their line breaks, JSON laid out. */
export function readableFields(input: Json): ReadableField[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return [{ name: null, ...readable(input) }];
  }
  return Object.entries(input).map(([name, value]) => ({ name, ...readable(value) }));
}

function readable(value: Json): Omit<ReadableField, "name"> {
  if (typeof value === "object" && value !== null) {
    return { text: JSON.stringify(value, null, 2), form: "json" };
  }
  if (typeof value !== "string") return { text: String(value), form: "line" };
  if (value === "") return { text: "(empty text)", form: "line" };
  const data = jsonIn(value);
  if (data !== null) return { text: JSON.stringify(data, null, 2), form: "json" };
  const isLine = value.length <= LONGEST_LINE && !value.includes("\n");
  return { text: value, form: isLine ? "line" : "text" };
}

/** The object or list that a text spells out; null for any other text. */
function jsonIn(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
