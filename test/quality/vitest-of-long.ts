import { defineConfig } from "vitest/config";

/** Everything that a person does in the browser, the long ways too, and the bench in its smallest form. */
export default defineConfig({
  test: {
    root: ".",
    include: ["test/journeys/**/*.test.ts", "test/bench/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    isolate: false,
  },
});
