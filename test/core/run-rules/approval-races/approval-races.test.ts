import { expect, test } from "vitest";
import { cases } from "#test/property.ts";
import { proveApprovals } from "./prove-approvals.ts";

test("whoever clicks, dies, cancels or comes too late: one decision each, for exactly the input that people agreed to", () => {
  const { numRuns, seed } = cases(2_000);
  const proved = proveApprovals(numRuns, seed);

  expect(proved.problems).toEqual([]);
  expect(proved.decided).toBeGreaterThan(numRuns);
});
