import { expect, test } from "vitest";
import { brokenChainsThrough } from "#server/core/agent-chain.ts";

test("an agent that runs others now is a warning for each whose chain becomes too long by it", () => {
  const calls = new Map([
    ["deep2", ["deep1"]],
    ["deep1", ["deep0"]],
    ["deep0", ["zleaf"]],
    ["other", ["zleaf"]],
  ]);

  expect(brokenChainsThrough("deep0", calls)).toEqual([
    {
      slug: "deep2",
      problem:
        'At most 3 agents may run each other in a chain, and these are 4: "deep2" → "deep1" → "deep0" → "zleaf".',
    },
  ]);
  expect(brokenChainsThrough("other", calls)).toEqual([]);
  calls.set("deep0", []);
  expect(brokenChainsThrough("deep0", calls)).toEqual([]);
});
