import { expect, test } from "vitest";
import type { OutcomeLook as Look } from "#server/core/outcome-look.ts";
import { lookOffer, lookWords } from "#web/run/outcome-look-words.ts";

const look: Look = {
  stepId: "see",
  number: 3,
  title: "See it",
  tool: "http_request",
  input: { url: "https://shop.example/order/7" },
  expected: 'body.state == "paid"',
  holds: true,
  observation: "paid",
  output: { status: 200 },
  problem: null,
};

test("a look says whether what the check wants is there, and that what is not there may still come", () => {
  expect(lookWords(look)).toBe('Step 3 “See it” sees it: body.state == "paid".');
  expect(lookWords({ ...look, holds: false })).toBe(
    'Step 3 “See it” does not see it: body.state == "paid" does not hold now. It may still come.',
  );
  expect(lookWords({ ...look, holds: null, problem: "The shop answered 404." })).toBe(
    "Step 3 “See it” cannot say. The shop answered 404.",
  );
});

test("before a look the page says what it would be made with, and that it changes nothing", () => {
  expect(lookOffer([look])).toBe(
    "Step 3 “See it” is there to confirm it. A look with its tool only reads, and changes nothing in the run.",
  );
  expect(lookOffer([look, { number: 4, title: "Count" }])).toContain("“See it” and Step 4 “Count” are there");
});
