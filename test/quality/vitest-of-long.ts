import { defineConfig } from "vitest/config";
import { LONGER_THERE, ONLY_LONG } from "./long-tests.ts";

/** Everything that a person does in the browser, the long ways too, tests that try very much, and the bench in its smallest form. */
export default defineConfig({
  test: {
    root: ".",
    include: ["test/journeys/**/*.test.ts", "test/bench/*.test.ts", ...ONLY_LONG, ...LONGER_THERE],
    env: { TEST_LONG: "1" },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    isolate: false,
  },
});
