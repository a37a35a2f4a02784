import { isObject, type Json } from "./json.ts";
import { parseJson } from "./parse-json.ts";

// A model is shown every setting in one short form, `{ field, value }`, because the forms of their own
// that some have would be sent with each request. Both forms are read.

/** What a setting of several parts has where the short form leaves a part out. */
const PARTS: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  approval: { required: true, reason: null, expiresAfterHours: null, approvers: null },
  check: {},
  wait: { seconds: null, until: null },
  precondition: { tool: null, input: null, path: null, op: null, value: null },
  budget: { toolCalls: null, tokens: null, costUsd: null, wallSeconds: null, approvals: null },
};
const NUMBERS = new Set(["retries", "timeoutSeconds"]);
const LISTS = new Set(["assumptions", "tags"]);
const JSON_TEXTS = new Set(["input", "outputSchema"]);

/** A setting of the short form as the long one; anything else as it is, for the schema to judge. */
export function fromShortForm(given: unknown): unknown {
  // What a tool is called with is JSON.
  return longSetting(given as Json | undefined);
}

function longSetting(given: Json | undefined): Json | undefined {
  if (!isObject(given) || Object.keys(given).some((key) => key !== "field" && key !== "value")) return given;
  const { field, value } = given;
  if (typeof field !== "string" || value === undefined) return given;
  const parts = Object.hasOwn(PARTS, field) ? PARTS[field] : undefined;
  if (parts !== undefined) return longForm(field, parts, value) ?? given;
  if (NUMBERS.has(field)) return { field, value: numberIn(value) };
  if (LISTS.has(field)) return { field, value: typeof value === "string" ? valueIn(value) : value };
  if (JSON_TEXTS.has(field)) return { field, value: isObject(value) ? JSON.stringify(value) : value };
  if (field === "usesRunInput")
    return { field, value: value === "true" || (value === "false" ? false : value) };
  return given;
}

function longForm(field: string, parts: Readonly<Record<string, Json>>, value: Json): Json | null {
  const given = typeof value === "string" ? valueIn(value) : value;
  if (field === "approval" && typeof given === "boolean") return { field, ...parts, required: given };
  if (given === null && field !== "check" && field !== "wait")
    return { field, ...parts, ...(field === "approval" && { required: false }) };
  if (!isObject(given)) return null;
  const input = given["input"];
  return {
    field,
    ...parts,
    ...given,
    ...(field === "precondition" && isObject(input) && { input: JSON.stringify(input) }),
  };
}

function numberIn(value: Json): Json {
  return typeof value === "string" && /^\d+$/.test(value.trim()) ? Number(value) : value;
}

/** The value that a text writes in JSON; the text itself when it is none. */
function valueIn(text: string): Json {
  const read = parseJson(text);
  return read.ok ? read.value : text;
}
