import type { Json } from "#server/core/json.ts";
import { DeliveryRefusal } from "#server/services/delivery-refusal.ts";
import { MAX_VALUES } from "./json-values.ts";
import { LOST_NAME } from "./payload-names.ts";

// What stands in a URL-encoded form beside %XX; everything else has to be written so.
const FORM = /^[\w.~!$'()*+,;:@/?&=[\]-]*(?:%[0-9a-f]{2}[\w.~!$'()*+,;:@/?&=[\]-]*)*$/i;

/** The fields of a URL-encoded form; of a name that stands there several times, all values in order. */
export function formFields(text: string): { [name: string]: Json } {
  if (!text.includes("=") || !FORM.test(text)) {
    const looksLikeJson = /^\s*[[{]/.test(text);
    throw malformed(
      looksLikeJson
        ? "It looks like JSON: send it with the header Content-Type: application/json."
        : "Send name=value pairs with & between them, everything else written as %XX.",
    );
  }
  const pairs = text.split("&").filter((pair) => pair !== "");
  if (pairs.length > MAX_VALUES) {
    const most = MAX_VALUES.toLocaleString("en");
    const detail = `The form has ${pairs.length.toLocaleString("en")} fields. Send at most ${most} at once.`;
    throw new DeliveryRefusal("too_large", 413, detail);
  }

  const fields = new Map<string, string[]>();
  for (const pair of pairs) {
    const [name = "", ...rest] = pair.split("=");
    const key = decoded(name);
    if (key === "" || key === LOST_NAME) throw malformed(`A field cannot be named "${key}".`);
    const values = fields.get(key);
    if (values) values.push(decoded(rest.join("=")));
    else fields.set(key, [decoded(rest.join("="))]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw malformed("What is written as %XX is not UTF-8.");
  }
}

function malformed(why: string): DeliveryRefusal {
  return new DeliveryRefusal("unreadable", 400, `The body is not a form. ${why}`);
}
