import { expect, test } from "vitest";
import { databaseAway } from "#server/http/database-away.ts";

const coded = (code: string) => Object.assign(new Error("It failed."), { code });

test.each(["ECONNREFUSED", "57P01", "57P03", "08006", "53300"])(
  "an error that %s caused is one of a database that is away",
  (code) => {
    expect(databaseAway(new Error("Failed query", { cause: coded(code) }))).toBe(code);
  },
);

test("a connection that broke off has no code, and what the database refused is no absence", () => {
  expect(databaseAway(new Error("Connection terminated unexpectedly"))).toBe("the connection broke off");
  expect(databaseAway(coded("23505"))).toBeNull();
  expect(databaseAway(coded("57014"))).toBeNull();
  expect(databaseAway("no error")).toBeNull();
});
