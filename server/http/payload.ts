import { isUtf8 } from "node:buffer";
import { jsonLosses } from "#server/core/json-losses.ts";
import { jsonMistake } from "#server/core/json-mistake.ts";
import type { Json } from "#server/core/json.ts";
import type { WebhookScheme } from "#server/core/trigger.ts";
import { DeliveryRefusal } from "#server/services/delivery-refusal.ts";
import { isNestedDeeper } from "./json-depth.ts";
import { endlessNumber, tooManyValues } from "./json-values.ts";
import { formFields } from "./payload-form.ts";
import { hasLostName, LOST_NAME } from "./payload-names.ts";

export type Payload = {
  payload: Json;
  /** What reading it lost, in words; null for nothing. */
  note: string | null;
};

const MAX_DEPTH = 64;
// Looking for all that was lost takes longer than reading; in a longer text only digits may be worth it.
const MAX_SEARCHED_LENGTH = 100_000;
const MANY_DIGITS = /\d{16}/;
const JSON_TYPE = /^[\w.-]+\/(?:[\w.-]+\+)?json$/;
const TEXT_TYPE = /^(?:text\/.+|application\/xml|[\w.-]+\/[\w.-]+\+xml)$/;
const FORM_TYPE = "application/x-www-form-urlencoded";

/** What a delivery carries, by its Content-Type: the input of its run. Nothing in it is ever evaluated. */
export function readPayload(body: Buffer, contentType: string | null, scheme: WebhookScheme): Payload {
  if (body.length === 0) return { payload: null, note: null };
  const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim());
  const name = type.toLowerCase();
  if (name === "") return untyped(body);
  if (JSON_TYPE.test(name)) return readJson(decodeText(body, "utf-8"));
  const charset = charsetOf(parameters);
  if (name === FORM_TYPE) return formPayload(decodeText(body, charset), scheme);
  if (TEXT_TYPE.test(name)) return { payload: decodeText(body, charset), note: null };
  return binary(body, name);
}

// A sender that names no type most often sends JSON.
function untyped(body: Buffer): Payload {
  if (!isUtf8(body)) return binary(body, "application/octet-stream");
  const text = decodeText(body, "utf-8");
  return /^\s*[[{]/.test(text) ? readJson(text) : { payload: text, note: null };
}

/** In the shape that tools answer bytes in: the log keeps them as an artifact of the run. */
function binary(body: Buffer, type: string): Payload {
  const bytes = { body: body.toString("base64"), bodyEncoding: "base64" };
  return { payload: { headers: { "content-type": type }, ...bytes }, note: null };
}

// GitHub sends the same JSON in a form of one field where a webhook is set so.
function formPayload(text: string, scheme: WebhookScheme): Payload {
  const fields = formFields(text);
  const { payload } = fields;
  const isWrapped = scheme === "github" && typeof payload === "string" && Object.keys(fields).length === 1;
  return isWrapped ? readJson(payload) : { payload: fields, note: null };
}

function readJson(text: string): Payload {
  if (isNestedDeeper(text, MAX_DEPTH)) {
    throw unreadable(`The body is nested deeper than ${MAX_DEPTH} levels. Send it flatter.`);
  }
  const tooMany = tooManyValues(text);
  if (tooMany !== null) throw new DeliveryRefusal("too_large", 413, `The body has ${tooMany}`);
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable(`The body is not valid JSON. ${jsonMistake(text, "")}`);
  }
  if (hasLostName(value)) throw unreadable(`A field cannot be named "${LOST_NAME}". Leave it out.`);
  const endless = endlessNumber(value, text);
  if (endless !== null) throw new DeliveryRefusal("unreadable", 422, endless);
  const isSearched = text.length <= MAX_SEARCHED_LENGTH || MANY_DIGITS.test(text);
  const losses = isSearched ? jsonLosses(text) : [];
  return { payload: value, note: losses.join(" ") || null };
}

function decodeText(body: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch (error) {
    if (error instanceof RangeError) {
      const detail = `The charset "${charset.slice(0, 60)}" is not known. Send UTF-8.`;
      throw new DeliveryRefusal("unreadable", 415, detail);
    }
    throw unreadable(`The body is not valid ${charset.toUpperCase().slice(0, 60)} text.`);
  }
}

function charsetOf(parameters: readonly string[]): string {
  const given = parameters.find((parameter) => /^charset\s*=/i.test(parameter));
  return given?.slice(given.indexOf("=") + 1).replaceAll(/["\s]/g, "") || "utf-8";
}

function unreadable(detail: string): DeliveryRefusal {
  return new DeliveryRefusal("unreadable", 400, detail);
}
