import { expect, test } from "vitest";
import { freeze } from "./freeze.ts";
import { kill } from "./kill.ts";
import { SHORT } from "./short.ts";

test("workers are killed while runs go through them: nothing is lost, doubled or stuck", async () => {
  const report = await kill(SHORT);

  expect(report.problems).toEqual([]);
  expect(report.figures["kills"]).toBeGreaterThan(0);
}, 300_000);

test("a worker sleeps past its lease: its late results are refused", async () => {
  const report = await freeze({ ...SHORT, workers: 2 }, 1);

  expect(report.problems).toEqual([]);
}, 300_000);
