import { defineConfig } from "vitest/config";

/** The properties of the rules on many cases each, without a time limit, all from one seed. */
export default defineConfig({
  test: {
    root: ".",
    include: ["test/core/properties/*.test.ts"],
    env: {
      PROPERTY_CASES: process.env["PROPERTY_CASES"] ?? "100000",
      PROPERTY_SEED: process.env["PROPERTY_SEED"] ?? String(Math.floor(Math.random() * 2 ** 31)),
    },
    testTimeout: 0,
    maxWorkers: 2,
    reporters: ["verbose"],
  },
});
