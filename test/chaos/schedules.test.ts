import { expect, test } from "vitest";
import { schedulesSetBack } from "./schedules.ts";

test("schedules that are due at the same moment while workers are killed: each slot has exactly one run", async () => {
  const report = await schedulesSetBack(3);

  expect(report.problems).toEqual([]);
}, 180_000);
