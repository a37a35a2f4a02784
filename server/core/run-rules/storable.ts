import { isTooDeep, MAX_DEPTH } from "#server/core/depth.ts";
import type { Json } from "#server/core/json.ts";
import { storableText } from "#server/core/storable-text.ts";
import { LATEST_TIME } from "#server/core/time.ts";

export const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

// In JSON text a lone surrogate and U+0000 are always written as escapes; a pair of them never is.
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(0000|d[89a-f][0-9a-f]{2})/gi;

/** The value as JSON text that the database takes, or in words why it does not. */
export function storableJson(
  value: Json,
): { ok: true; text: string; bytes: number } | { ok: false; problem: string } {
  if (isTooDeep(value)) return { ok: false, problem: `it is nested deeper than ${MAX_DEPTH} levels` };
  let text: string;
  try {
    text = JSON.stringify(value) ?? "null";
  } catch (error) {
    return { ok: false, problem: `it is not JSON (${String(error)})` };
  }
  UNSTORABLE.lastIndex = 0;
  const found = UNSTORABLE.exec(text);
  if (found) {
    const what = found[2] === "0000" ? "the character U+0000" : "half of a surrogate pair";
    return { ok: false, problem: `it contains ${what}, which is not text` };
  }
  const bytes = byteLength(text);
  if (bytes > MAX_OUTPUT_BYTES) {
    const size = (bytes / 1024 / 1024).toFixed(1);
    return { ok: false, problem: `it has ${size} MiB as JSON, and at most 8 MiB are kept` };
  }
  return { ok: true, text, bytes };
}

/** The value with every unstorable character replaced by U+FFFD; null when it cannot be written as JSON. */
export function cleanJson(value: Json): Json {
  if (isTooDeep(value)) return null;
  try {
    const text = JSON.stringify(value);
    UNSTORABLE.lastIndex = 0;
    return UNSTORABLE.test(text) ? (JSON.parse(text.replace(UNSTORABLE, "$1\\ufffd")) as Json) : value;
  } catch {
    return null;
  }
}

const MAX_REFUSED_LENGTH = 8_000;

/** A value that was refused, as people may look at it: storable, and cut with how much of it was dropped. */
export function refusedValue(value: Json): Json {
  if (isTooDeep(value)) return null;
  let text: string;
  try {
    text = typeof value === "string" ? value : JSON.stringify(value);
  } catch {
    return null;
  }
  if (text.length <= MAX_REFUSED_LENGTH) return cleanJson(value);
  const dropped = (text.length - MAX_REFUSED_LENGTH).toLocaleString("en");
  const all = text.length.toLocaleString("en");
  return `${storableText(text.slice(0, MAX_REFUSED_LENGTH))}… (${dropped} of ${all} characters dropped)`;
}

const MAX_TEXT_LENGTH = 16_000;

/** Text for an error or a note: storable, and cut when it is very long. */
export function cleanText(text: string): string {
  const cut = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
  return storableText(cut);
}

/** The time, or the latest one that the database takes. */
export function storableTime(time: number): number {
  return Math.min(LATEST_TIME, time);
}

function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7ff) bytes += code >= 0xd800 && code <= 0xdfff ? 1 : 2;
    else if (code > 0x7f) bytes += 1;
  }
  return bytes;
}
