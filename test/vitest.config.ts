import { configDefaults, defineConfig } from "vitest/config";
import { ONLY_LONG } from "./quality/long-tests.ts";
import { LongestFirst } from "./quality/longest-first.ts";

export default defineConfig({
  test: {
    root: ".",
    include: ["test/**/*.test.{ts,tsx}"],
    // `npm run test:long` runs those.
    exclude: [...configDefaults.exclude, "test/journeys/long/**", "test/bench/**", ...ONLY_LONG],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongestFirst },
    // They wait for databases, a browser and other processes a third of the time.
    maxWorkers: 3,
    // Loading the modules anew for each file would take longer than the tests; none of them replaces one.
    isolate: false,
  },
});
