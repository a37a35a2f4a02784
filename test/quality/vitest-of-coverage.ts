import { defineConfig } from "vitest/config";

/** The tests of the rules, which have to reach every line and branch of them. */
export default defineConfig({
  test: {
    root: ".",
    include: ["test/core/**/*.test.ts"],
    coverage: {
      enabled: true,
      provider: "v8",
      include: ["server/core/**/*.ts"],
      reporter: ["text"],
      reportsDirectory: "node_modules/.cache/coverage",
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
    },
  },
});
