import { expect, test } from "vitest";
import { counted } from "#server/core/counted.ts";

test("one of a thing is singular, any other number is plural", () => {
  expect([0, 1, 2].map((count) => counted(count, "step"))).toEqual(["0 steps", "1 step", "2 steps"]);
});
