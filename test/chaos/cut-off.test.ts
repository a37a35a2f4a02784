import { expect, test } from "vitest";
import { points } from "./points.ts";
import { restart } from "./restart.ts";
import { SHORT } from "./short.ts";

test("the database falls and returns: all runs finish, and no worker ends", async () => {
  const report = await restart({ ...SHORT, workers: 2 }, [1]);

  expect(report.problems).toEqual([]);
}, 300_000);

test("wherever a process is cut off, another one brings its runs to the same end", async () => {
  const report = await points(SHORT, 89);

  expect(report.problems).toEqual([]);
  expect(report.figures["points tried"]).toBeGreaterThan(2);
}, 300_000);
