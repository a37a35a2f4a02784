import { expect, test } from "vitest";
import { runStatusSchema, stepReasonSchema, stepStatusSchema } from "#server/core/run.ts";
import { publishedLine, publishedRows, wordsInCode } from "./published-tables.ts";
import { REACHED } from "./reached-standings.ts";

const ROWS = publishedRows("step status").map(([status = "", reasons = ""]) => ({
  status: wordsInCode(status)[0] ?? "",
  reasons: [...(reasons.startsWith("none") ? [null] : []), ...wordsInCode(reasons)],
}));

const STANDINGS = ROWS.flatMap(({ status, reasons }) =>
  reasons.map((reason) => (reason === null ? status : `${status}/${reason}`)),
);

test("the README names every status and every reason", () => {
  const reasons = ROWS.flatMap((row) => row.reasons).filter((reason) => reason !== null);

  expect(publishedLine("run")).toEqual(runStatusSchema.options);
  expect(publishedLine("step").sort()).toEqual(stepStatusSchema.options.toSorted());
  expect([...new Set(reasons)].sort()).toEqual(stepReasonSchema.options.toSorted());
  expect(STANDINGS.toSorted()).toEqual(Object.keys(REACHED).sort());
});

test.each(STANDINGS)("a step can come to stand as the README says: %s", (standing) => {
  const run = REACHED[standing]?.();

  expect(run?.standing()["step"]).toBe(standing);
});

test("the reasons that the README gives with the step that caused them have one, and no others", () => {
  const [, caused = ""] = publishedRows("step status").find(([status]) => status === "`skipped`") ?? [];
  const before = caused.split(" (each with the step that caused it)")[0] ?? "";
  const [one, other] = before.split(" and ").map((part) => wordsInCode(part).at(-1));

  const withCause = STANDINGS.filter((standing) => REACHED[standing]?.().step("step").causeStepId !== null);
  expect(withCause).toEqual([`skipped/${one}`, `skipped/${other}`]);
});
