import { expect, test } from "vitest";
import { databaseProblems } from "#web/settings/database-draft.ts";

const known = { databases: ["orders"], secrets: ["SHOP_DB"] };

test("a database takes a name of its own and a secret that is kept", () => {
  expect(databaseProblems({ name: "shop", address: "{{secret.SHOP_DB}}" }, known)).toEqual({});
  expect(databaseProblems({ name: "orders", address: "{{secret.SHOP_DB}}" }, known).name).toContain(
    "already",
  );
  expect(databaseProblems({ name: "Shop!", address: "{{secret.SHOP_DB}}" }, known).name).toContain(
    "lower-case",
  );
  expect(databaseProblems({ name: "shop", address: "{{secret.OTHER}}" }, known).address).toContain(
    "Add it first",
  );
  expect(
    databaseProblems({ name: "shop", address: "{{secret.OTHER}}" }, { ...known, secrets: null }),
  ).toEqual({});
});

test("a password in plain, and what is no address, are refused before they are sent", () => {
  const address = (text: string) => databaseProblems({ name: "shop", address: text }, known).address;

  expect(address("postgres://u:pw@host/db")).toContain("password in plain");
  expect(address("shop")).toContain("{{secret.");
});
