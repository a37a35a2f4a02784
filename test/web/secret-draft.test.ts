import { expect, test } from "vitest";
import { secretProblems, valueRemark } from "#web/settings/secret-draft.ts";

test("a name that plans could not write, or that is taken, is refused before the value is sent", () => {
  const value = "long enough";

  expect(secretProblems({ name: "SHOP_TOKEN", value }, [])).toEqual({});
  expect(secretProblems({ name: "9lives", value }, []).name).toContain("beginning with a letter");
  expect(secretProblems({ name: "SHOP_TOKEN", value }, ["SHOP_TOKEN"]).name).toContain("kept already");
});

test("a value too short to be hidden is refused, and what was pasted along is remarked on", () => {
  expect(secretProblems({ name: "A", value: "1234567" }, []).value).toContain("7 characters");
  expect(valueRemark("token\n")).toContain("line break");
  expect(valueRemark("to ken")).toBeNull();
  expect(valueRemark("")).toBeNull();
});
