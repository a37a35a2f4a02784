import { expect, test } from "vitest";
import { approvalCrowd } from "./approval-crowd.ts";
import { crowdFaults } from "./check-crowd.ts";

const SIZE = 40;

test("a crowd of approvals, each decided three times at the same moment: one decision each", async () => {
  const crowd = await approvalCrowd(SIZE);

  expect(crowd.decided).toHaveLength(SIZE);
  expect(crowdFaults(crowd)).toEqual([]);
}, 240_000);
