import { expect, test } from "vitest";
import { whatStands } from "#server/core/what-stands.ts";

test("after an answer that broke off, what is true of the plan is told", () => {
  expect(whatStands({ made: 4, earlier: 3 })).toBe("Revision 4 stands.");
  expect(whatStands({ made: null, earlier: 3 })).toBe(
    "The plan still has revision 3 of your earlier wording.",
  );
  expect(whatStands({ made: null, earlier: null })).toBe("Nothing was changed.");
});
