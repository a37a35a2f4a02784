import { defineConfig } from "vitest/config";

/**
 * The tests of the rules that say what is expected, without the properties in many cases: every mutant
 * runs those that reach it. Modules are loaded once for all of them.
 */
export default defineConfig({
  test: {
    root: ".",
    include: ["test/core/**/*.test.ts"],
    exclude: ["test/core/run-rules/**", "test/core/properties/**"],
    env: { PROPERTY_CASES: "30" },
    isolate: false,
  },
});
