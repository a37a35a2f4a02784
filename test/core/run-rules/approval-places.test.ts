import { expect, test } from "vitest";
import { sharePlaces } from "#server/core/run-rules/approval-places.ts";

function run(runId: string, pending: number, waiting: number, oldestAt: number) {
  return { runId, pending, waiting, oldestAt };
}

test("a place goes to the run that asks least, and among equals to the one that waits longest", () => {
  const wide = run("wide", 2, 50, 1);
  const late = run("late", 0, 3, 9);
  const early = run("early", 0, 1, 5);

  expect(Object.fromEntries(sharePlaces(1, [wide, late, early]))).toEqual({ early: 1 });
  expect(Object.fromEntries(sharePlaces(3, [wide, late, early]))).toEqual({ early: 1, late: 2 });
  expect(Object.fromEntries(sharePlaces(5, [wide, late, early]))).toEqual({ early: 1, late: 3, wide: 1 });
});

test("the same order whoever asks first, down to runs that are equal in everything", () => {
  const [one, other] = [run("a", 1, 1, 3), run("b", 1, 1, 3)];

  expect([...sharePlaces(1, [one, other]).keys()]).toEqual(["a"]);
  expect([...sharePlaces(1, [other, one]).keys()]).toEqual(["a"]);
});

test("without places, or without anybody who waits, nobody may ask", () => {
  expect(sharePlaces(0, [run("a", 0, 4, 1)]).size).toBe(0);
  expect(sharePlaces(-2, [run("a", 0, 4, 1)]).size).toBe(0);
  expect(sharePlaces(4, [run("a", 2, 0, Number.POSITIVE_INFINITY)]).size).toBe(0);
});
