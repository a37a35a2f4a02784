import fc from "fast-check";
import { expect, test } from "vitest";
import { LONGEST_ANSWER, roomForCall } from "#server/core/call-room.ts";
import { costOf } from "#server/core/prices.ts";
import { cases } from "#test/property.ts";

const PRICE = { inputUsd: 1, cachedInputUsd: 2, outputUsd: 10 };

test("what is left after the largest input that the bytes can make is for the answer", () => {
  expect(roomForCall(1_000, { tokens: 3_000, costUsd: null }, null)).toEqual({
    ok: true,
    value: { maxOutputTokens: 1_800, allowed: { tokens: 3_000, costUsd: 0 } },
  });
});

test("an answer is never longer than models can be asked for", () => {
  const room = roomForCall(1_000, { tokens: 1e6, costUsd: null }, null);

  expect(room.ok && room.value.maxOutputTokens).toBe(LONGEST_ANSWER);
});

test("the smaller of two limits counts, and input costs as much as its dearest kind", () => {
  const room = roomForCall(1_000, { tokens: 90_000, costUsd: (1_200 * 2 + 700 * 10) / 1e6 }, PRICE);

  expect(room).toMatchObject({ ok: true, value: { maxOutputTokens: 700, allowed: { tokens: 1_900 } } });
});

test("where not even a short answer fits, it says what one would need, of what is limited", () => {
  expect(roomForCall(1_000, { tokens: 1_699, costUsd: null }, null)).toEqual({
    ok: false,
    error: { tokens: 1_700, costUsd: null },
  });
  expect(roomForCall(1_000, { tokens: null, costUsd: 0 }, PRICE)).toEqual({
    ok: false,
    error: { tokens: null, costUsd: (1_200 * 2 + 500 * 10) / 1e6 },
  });
});

test("no call can use more than what is left, and a need that is met makes room", () => {
  const amount = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.nat(200_000),
      amount,
      amount,
      amount,
      amount,
      (bytes, tokens, costUsd, a, b, c) => {
        const price = { inputUsd: a, cachedInputUsd: b, outputUsd: c };
        const room = roomForCall(bytes, { tokens, costUsd }, price);
        if (!room.ok) {
          const needed = { tokens: room.error.tokens ?? 0, costUsd: room.error.costUsd ?? 0 };
          expect(needed.tokens > tokens || needed.costUsd > costUsd).toBe(true);
          expect(roomForCall(bytes, needed, price).ok).toBe(true);
          return;
        }
        const { maxOutputTokens, allowed } = room.value;
        expect(allowed.tokens).toBeLessThanOrEqual(tokens);
        expect(allowed.costUsd).toBeLessThanOrEqual(costUsd);
        const used = { input: bytes, cached: Math.floor(bytes / 2), output: maxOutputTokens };
        expect(costOf(price, used)).toBeLessThanOrEqual(costUsd);
      },
    ),
    cases(300),
  );
});
