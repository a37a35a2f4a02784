import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { binaryParts } from "#server/services/binary-parts.ts";

const BYTES = Buffer.from([0, 255, 1, 254]);
const body = BYTES.toString("base64");

test("a text that is said to be base64 is binary, of the type that its headers name", () => {
  const type = (headers: { [key: string]: string }) =>
    binaryParts({ headers, body, bodyEncoding: "base64" })[0]?.mediaType;

  expect(binaryParts({ content: body, contentEncoding: "base64", path: "a.pdf" })).toEqual([
    { key: "content", bytes: BYTES, mediaType: "application/octet-stream" },
  ]);
  expect(type({ "content-type": "Image/PNG; charset=x" })).toBe("image/png");
  expect(type({ "content-type": "no type" })).toBe("application/octet-stream");
});

test("what only looks like it stays a value", () => {
  const values: Json[] = [
    { body: "not base64!", bodyEncoding: "base64" },
    { body, bodyEncoding: "utf8" },
    { bodyEncoding: "base64" },
    { body: "", bodyEncoding: "base64" },
    { body: { a: 1 }, bodyEncoding: "base64" },
    [body],
    body,
    null,
  ];
  for (const value of values) expect(binaryParts(value)).toEqual([]);
});
