import type { MiddlewareHandler } from "hono";
import { AppError } from "#server/errors.ts";

const MAX_BYTES = 1024 * 1024;
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

/**
 * Refuses a body larger than 1 MB. What is too much is read and thrown away before the answer goes
 * out: a sender that is cut off in the middle would see a broken connection instead of the reason.
 */
export const limitBody: MiddlewareHandler = async (c, next) => {
  const { body, headers } = c.req.raw;
  if (body === null) return next();
  const isMeasured = headers.has("content-length") && !headers.has("transfer-encoding");
  if (isMeasured && Number(headers.get("content-length")) <= MAX_BYTES) return next();

  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
    if (bytes > MAX_DISCARDED_BYTES) break;
  }
  if (bytes > MAX_BYTES) {
    throw new AppError("too-large", "The body of the request is larger than 1 MB. Send less at once.");
  }
  c.req.raw = new Request(c.req.raw, { body: Buffer.concat(chunks) });
  return next();
};
