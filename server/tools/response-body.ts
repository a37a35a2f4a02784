import { pipeline } from "node:stream/promises";
import { PassThrough, type Readable, type Transform, Writable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import type { Json } from "#server/core/json.ts";
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

/** The decoded bytes. Counted after decoding, so a small body that swells is refused as well. */
export async function readBody(body: Readable, encodings: string, maxBytes: number): Promise<Buffer> {
  const names = encodings
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const unknown = names.find((name) => !Object.hasOwn(DECODERS, name));
  if (unknown !== undefined || names.length > MAX_ENCODINGS) {
    body.destroy();
    throw new BodyRefusal(`The response is encoded as "${encodings}", which http_request does not decode.`);
  }

  const chunks: Buffer[] = [];
  let length = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      done(
        length > maxBytes ? new BodyRefusal(`The response body is larger than ${sizeText(maxBytes)}.`) : null,
      );
    },
  });
  const decoders = names.reverse().flatMap((name) => DECODERS[name]?.() ?? []);
  await pipeline([body, ...decoders, sink]);
  return Buffer.concat(chunks);
}

/** Parsed JSON when the type says so and it parses; else text; else, for binary content, base64 text. */
export function readContent(bytes: Buffer, contentType: string): { body: Json; isBase64: boolean } {
  const [type = "", ...parameters] = contentType
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset =
    parameters
      .find((part) => part.startsWith("charset="))
      ?.slice(8)
      .replaceAll('"', "") ?? "utf-8";
  const text = decode(bytes, charset);
  if (text === null) return { body: bytes.toString("base64"), isBase64: true };
  if (type === "application/json" || type === "text/json" || type.endsWith("+json")) {
    try {
      return { body: parseJsonText(text), isBase64: false };
    } catch {
      return { body: text, isBase64: false };
    }
  }
  return { body: text, isBase64: false };
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
    ? `the ${bytes / 1024 / 1024} MB that http_request reads`
    : `the ${bytes} bytes that http_request reads`;
}
