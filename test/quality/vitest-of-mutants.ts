import { defineConfig } from "vitest/config";

/** The tests of the rules alone, with few cases a property: every mutant runs them anew. */
export default defineConfig({
  test: {
    root: ".",
    include: ["test/core/**/*.test.ts"],
    exclude: ["test/core/run-rules/**"],
    env: { PROPERTY_CASES: "30" },
  },
});
