import { expect, test } from "vitest";
import * as schemas from "#server/core/edit-schema.ts";

test("an edit with a fractional number, a missing or an unknown field is refused", () => {
  const edit = { op: "remove_step", step: 2, rewire: "bridge" };

  expect(schemas.planEditSchema.safeParse(edit).success).toBe(true);
  expect(schemas.planEditSchema.safeParse({ ...edit, step: 2.5 }).success).toBe(false);
  expect(schemas.planEditSchema.safeParse({ op: "remove_step", step: 2 }).success).toBe(false);
  expect(schemas.planEditSchema.safeParse({ ...edit, approved: true }).success).toBe(false);
});
