import { expect, test } from "vitest";
import { withEarlierTry } from "#server/core/earlier-tries.ts";

const AT = new Date("2026-03-01T10:00:00Z");
const words = (text: string) => ({ type: "text", text });
const failure = { type: "data-notice", data: { level: "error", text: "It broke." } };

test("what a try said stands behind earlier tries with its time; its calls do not", () => {
  const call = { type: "tool-find_tools", state: "output-available", output: [] };
  const earlier = { parts: [failure], at: "2026-03-01T09:00:00.000Z" };
  const metadata = { model: "big", stopped: true, earlierTries: [earlier] };

  expect(withEarlierTry({ parts: [words("Let me"), call, failure], metadata, createdAt: AT })).toEqual({
    model: "big",
    earlierTries: [earlier, { parts: [words("Let me"), failure], at: AT.toISOString(), stopped: true }],
  });
});

test("a reply that said nothing yet is no try", () => {
  expect(withEarlierTry({ parts: [], metadata: { unfinished: true }, createdAt: AT })).toEqual({
    unfinished: true,
  });
  expect(withEarlierTry({ parts: [], metadata: null, createdAt: AT })).toEqual({});
});

test("however often and however much is tried, what is kept stays small and ends with the newest", () => {
  let metadata = {};
  for (let count = 1; count <= 100; count += 1) {
    const parts = [words(`${count} ${"long ".repeat(5_000)}`), words("more ".repeat(5_000)), failure];
    metadata = withEarlierTry({ parts, metadata, createdAt: AT });
  }

  const { earlierTries = [] } = metadata as ReturnType<typeof withEarlierTry>;
  expect(JSON.stringify(metadata).length).toBeLessThan(200_000);
  expect(earlierTries.length).toBeGreaterThan(5);
  expect(earlierTries.at(-1)?.parts).toContainEqual(failure);
  expect(String(earlierTries.at(-1)?.parts[0]?.["text"])).toMatch(/^100 long .*…$/);
});
