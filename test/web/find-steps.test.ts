import { expect, test } from "vitest";
import { drawSteps } from "#web/blueprint/drawn-step.ts";
import { findSteps } from "#web/blueprint/find-steps.ts";
import { makePlan } from "#test/make.ts";

const names = ["fetch-orders", "clean-orders", "orders-12", "send"];
const steps = drawSteps(makePlan(Object.fromEntries(names.map((name) => [name, []]))));
const found = (search: string) => findSteps(steps, search).found.map((step) => step.number);

test("a number finds the step of that number first", () => {
  expect(found("2")).toEqual([2, 3]);
  expect(found("step 4")).toEqual([4]);
  expect(found("#1")).toEqual([1]);
});

test("words find titles that hold all of them, those that start with them first", () => {
  expect(found("orders")).toEqual([3, 1, 2]);
  expect(found("ORDERS clean")).toEqual([2]);
  expect(found("nothing")).toEqual([]);
  expect(found("  ")).toEqual([]);
});

test("accents and letter case do not count, whichever side has them", () => {
  const places = drawSteps(
    makePlan(
      { a: [], b: [], c: [] },
      { a: { title: "Fetch MALMÖ" }, b: { title: "Fetch Łódź" }, c: { title: "Straße sperren" } },
    ),
  );
  const numbers = (search: string) => findSteps(places, search).found.map((step) => step.number);

  expect(["malmo", "malmö", "lodz", "strasse", "FETCH malmo"].map(numbers)).toEqual([
    [1],
    [1],
    [2],
    [3],
    [1],
  ]);
});

test("ids and tools are found too, after titles", () => {
  const mixed = drawSteps(
    makePlan(
      { "load-rates": [], b: [], c: [] },
      {
        "load-rates": { title: "Get the numbers", kind: "tool", tool: "http_request" },
        b: { title: "Explain http_request" },
        c: { title: "Ask the desk", kind: "agent", agent: "desk-agent" },
      },
    ),
  );
  const numbers = (search: string) => findSteps(mixed, search).found.map((step) => step.number);

  expect(numbers("http_request")).toEqual([2, 1]);
  expect(numbers("load-rates")).toEqual([1]);
  expect(numbers("numbers http")).toEqual([1]);
  expect(numbers("desk-agent")).toEqual([3]);
});

test("a long list is cut and its whole count told", () => {
  const many = drawSteps(
    makePlan(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`load-${n}x`, []]))),
  );

  expect(findSteps(many, "load")).toMatchObject({ count: 30, found: { length: 8 } });
});
