import { pipeline } from "node:stream/promises";
import { PassThrough, type Readable, type Transform, Writable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import type { Json } from "#server/core/json.ts";
import { charsetOf, mediaTypeOf } from "./content-type.ts";
import { parseJsonText } from "./json-text.ts";

const MAX_ENCODINGS = 3;
const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
  identity: () => new PassThrough(),
};

/** A response body that cannot be given to a plan, whatever is tried again. */
export class BodyRefusal extends Error {
  override readonly name = "BodyRefusal";
}

class EnoughRead extends Error {}

/**
 * The decoded bytes. Counted after decoding, so a small body that swells is too large as well. What is too
 * large is refused, or its beginning is given.
 */
export async function readBody(
  body: Readable,
  encodings: string,
  maxBytes: number,
  whenLarger: "refuse" | "cut" = "refuse",
): Promise<Buffer> {
  const names = encodings
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const unknown = names.find((name) => !Object.hasOwn(DECODERS, name));
  if (unknown !== undefined || names.length > MAX_ENCODINGS) {
    body.destroy();
    throw new BodyRefusal(`The response is encoded as "${encodings}", which is not decoded.`);
  }

  const chunks: Buffer[] = [];
  let length = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const room = maxBytes - length;
      length += chunk.length;
      if (room > 0) chunks.push(chunk.subarray(0, room));
      if (length <= maxBytes) done();
      else if (whenLarger === "cut") done(new EnoughRead());
      else done(new BodyRefusal(`The response body is larger than ${sizeText(maxBytes)}.`));
    },
  });
  const decoders = names.reverse().flatMap((name) => DECODERS[name]?.() ?? []);
  try {
    await pipeline([body, ...decoders, sink]);
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error;
  }
  return Buffer.concat(chunks);
}

/** Parsed JSON when the type says so and it parses; else text; else, for binary content, base64 text. */
export function readContent(bytes: Buffer, contentType: string): { body: Json; isBase64: boolean } {
  const text = readText(bytes, contentType);
  if (text === null) return { body: bytes.toString("base64"), isBase64: true };
  const type = mediaTypeOf(contentType);
  if (type === "application/json" || type === "text/json" || type.endsWith("+json")) {
    try {
      return { body: parseJsonText(text), isBase64: false };
    } catch {
      return { body: text, isBase64: false };
    }
  }
  return { body: text, isBase64: false };
}

/** The text by the charset that the header names, or UTF-8; null for bytes that are no text. */
export function readText(bytes: Buffer, contentType: string): string | null {
  return decode(bytes, charsetOf(contentType) ?? "utf-8");
}

function decode(bytes: Buffer, charset: string): string | null {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch (error) {
    return error instanceof RangeError && charset !== "utf-8" ? decode(bytes, "utf-8") : null;
  }
}

function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024
    ? `the ${bytes / 1024 / 1024} MB that are read`
    : `the ${bytes} bytes that are read`;
}
