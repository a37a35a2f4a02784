import { expect, test } from "vitest";
import { freeze } from "./freeze.ts";
import { kill } from "./kill.ts";
import { points } from "./points.ts";
import { restart } from "./restart.ts";

// The short form of `npm run chaos`. The seed is of no meaning; another one finds the same.
const options = { runs: 40, workers: 3, seed: 20, perSecond: 12 };

test("workers are killed while runs go through them: nothing is lost, doubled or stuck", async () => {
  const report = await kill(options);

  expect(report.problems).toEqual([]);
  expect(report.figures["kills"]).toBeGreaterThan(0);
}, 180_000);

test("a worker sleeps past its lease: its late results are refused", async () => {
  const report = await freeze({ ...options, workers: 2 }, 1);

  expect(report.problems).toEqual([]);
}, 180_000);

test("the database falls and returns: all runs finish, and no worker ends", async () => {
  const report = await restart({ ...options, workers: 2 }, [1]);

  expect(report.problems).toEqual([]);
}, 180_000);

test("wherever a process is cut off, another one brings its runs to the same end", async () => {
  const report = await points(options, 89);

  expect(report.problems).toEqual([]);
  expect(report.figures["points tried"]).toBeGreaterThan(2);
}, 180_000);
