import fc from "fast-check";
import { test } from "vitest";
import { cases } from "#test/property.ts";
import { randomRuns } from "./random-runs.ts";

test("twelve steps end as the oracle says, in whatever order and however few start at once", () => {
  fc.assert(randomRuns, cases(500));
});
