import { defineConfig } from "vitest/config";

/** Everything that a person does in the browser, the long ways too. */
export default defineConfig({
  test: {
    root: ".",
    include: ["test/journeys/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    isolate: false,
  },
});
