import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMetrics } from "#server/metrics/create-metrics.ts";
import { familiesOf } from "#test/samples.ts";

const ROW = /^\| `(stepwright_\w+)` +\| the (process|database) +\| \S/gm;

test("the README names every figure that is served and says whose it is", async () => {
  const noFigures = () => Promise.reject(new Error("There is no database here."));
  const { body } = await createMetrics({ figures: noFigures, prices: () => ({}) }).exposed();
  const served = familiesOf(body)
    .filter(({ name }) => name.startsWith("stepwright_"))
    .map(({ name, help }) => `${name} of the ${help.endsWith("Of this process.") ? "process" : "database"}`);

  const told = [...readFileSync("README.md", "utf8").matchAll(ROW)].map(
    ([, name, whose]) => `${name} of the ${whose}`,
  );

  expect(told.toSorted()).toEqual(served.toSorted());
});
