import { expect, test } from "vitest";
import { retryAfterMs } from "#server/tools/retry-after.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");

test.each([
  [{ "retry-after": "3" }, 3_000],
  [{ "retry-after-ms": "50.5", "retry-after": "3" }, 51],
  [{ "retry-after": "Mon, 30 Nov 2026 12:00:10 GMT" }, 10_000],
  [{ "retry-after": "Mon, 30 Nov 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": " Monday, 30-Nov-26 12:00:10 GMT " }, 10_000],
  [{ "retry-after": "Mon Nov 30 12:00:10 2026" }, 10_000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "99999999" }, 99_999_999_000],
  [{ "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }, Date.UTC(9999, 11, 31, 23, 59, 59) - NOW],
  [{ "retry-after": "9".repeat(400) }, Number.MAX_SAFE_INTEGER],
  [{ "retry-after-ms": "9".repeat(400) }, Number.MAX_SAFE_INTEGER],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "soon 3000" }, undefined],
  [{ "retry-after": "in 2030" }, undefined],
  [{ "retry-after": "-5" }, undefined],
  [{ "retry-after": "1.5" }, undefined],
  [{ "retry-after": "3, 5" }, undefined],
  [{ "retry-after": "Mon, 99 Nov 2026 12:00:10 GMT" }, undefined],
  [{ "retry-after-ms": "soon", "retry-after": "3" }, 3_000],
  [{}, undefined],
])("%j asks to wait %s ms", (headers, expected) => {
  expect(retryAfterMs(headers as Record<string, string>, NOW)).toBe(expected);
});
