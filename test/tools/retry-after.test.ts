import { expect, test } from "vitest";
import { retryAfterMs } from "#server/tools/retry-after.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");

test.each([
  [{ "retry-after": "3" }, 3_000],
  [{ "retry-after-ms": "50.5", "retry-after": "3" }, 51],
  [{ "retry-after": "Mon, 30 Nov 2026 12:00:10 GMT" }, 10_000],
  [{ "retry-after": "Mon, 30 Nov 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": "99999999" }, 86_400_000],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
])("%j asks to wait %s ms", (headers, expected) => {
  expect(retryAfterMs(headers as Record<string, string>, NOW)).toBe(expected);
});
