import { type Json, isObject } from "#server/core/json.ts";

type BinaryPart = { key: string; bytes: Buffer; mediaType: string };

const SUFFIX = "Encoding";
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** What of a tool's answer is binary: a text such as `body` beside which `bodyEncoding` says "base64". */
export function binaryParts(value: Json): BinaryPart[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, encoding]): BinaryPart[] => {
    if (encoding !== "base64" || !name.endsWith(SUFFIX)) return [];
    const key = name.slice(0, -SUFFIX.length);
    const text = Object.hasOwn(value, key) ? value[key] : undefined;
    if (typeof text !== "string" || text === "") return [];
    const bytes = Buffer.from(text, "base64");
    // Text that only says that it is base64 stays as it is: nothing of it may be lost.
    return bytes.toString("base64") === text ? [{ key, bytes, mediaType: mediaTypeOf(value) }] : [];
  });
}

function mediaTypeOf(value: { [key: string]: Json }): string {
  const headers = value["headers"];
  const said = isObject(headers) ? headers["content-type"] : undefined;
  const type = typeof said === "string" ? (said.split(";")[0] ?? "").trim().toLowerCase() : "";
  return MEDIA_TYPE.test(type) ? type : "application/octet-stream";
}
