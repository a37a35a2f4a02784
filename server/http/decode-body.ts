import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { turns } from "./turns.ts";
import { DeliveryRefusal } from "#server/services/delivery-refusal.ts";

const DECODERS = new Map([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

// What is decoded takes memory that nobody declared.
const MOST_AT_ONCE = 2;
const inTurn = turns(MOST_AT_ONCE);

/** The body without its Content-Encoding, of at most `maxBytes`: decoding stops there. */
export async function decodeBody(body: Buffer, encoding: string | null, maxBytes: number): Promise<Buffer> {
  const name = (encoding ?? "").trim().toLowerCase();
  if (name === "" || name === "identity" || body.length === 0) return body;
  const decode = DECODERS.get(name);
  if (!decode) {
    throw new DeliveryRefusal(
      "unreadable",
      415,
      `The content encoding "${name.slice(0, 60)}" is not known. Send gzip, deflate, br or none.`,
    );
  }
  try {
    return await inTurn(() => decode(body, { maxOutputLength: maxBytes }));
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && hasCode(error, "ERR_BUFFER_TOO_LARGE"))) {
      const most = `${maxBytes / 1024 / 1024} MB`;
      throw new DeliveryRefusal("too_large", 413, `Decoded, the delivery is larger than ${most}. Send less.`);
    }
    throw new DeliveryRefusal("unreadable", 400, `The body cannot be decoded as ${name}.`);
  }
}

function hasCode(error: Error, code: string): boolean {
  return "code" in error && error.code === code;
}
