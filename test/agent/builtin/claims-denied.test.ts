import { expect, test } from "vitest";
import { saidTo, shop } from "./shop.ts";

test.each<[string, string]>([
  ["skip the mail when nothing changed", "$review.output.changed == true"],
  ["if nothing changed, skip the mail", "$review.output.changed == true"],
  ["skip the mail if nothing was fetched", "$fetch.output.fetched == true"],
  ["skip the mail if nobody complained", "$review.output.complained == true"],
  ["skip the mail if there is nothing to report", "$review.output.report != 0"],
  ["no mail when there is nothing to report", "$review.output.report != 0"],
  ["don't run the mail if no one replied", "$review.output.replied == true"],
  ["run the mail only if nothing is missing", "$review.output.missing == false"],
  ["only send the mail when something changed", "$review.output.changed == true"],
  ["skip the mail if the price is no longer valid", "$review.output.priceValid == true"],
  ["skip the mail if there are no complaints", "$review.output.complaints != 0"],
  ["skip the mail if the text is empty", "$review.output.textEmpty == false"],
])("what is denied twice holds: %s", async (words, condition) => {
  const said = await saidTo(shop, words);

  expect(said.stepOf("mail")?.if).toBe(condition);
  expect(said.touched).toEqual(["mail"]);
});

test.each<[string, string]>([
  [
    "skip the mail unless the total is above 100 and below 500",
    "$review.output.total > 100 && $review.output.total < 500",
  ],
  [
    "run the mail only if the total is between 100 and 500",
    "$review.output.total >= 100 && $review.output.total <= 500",
  ],
  [
    "skip the mail if the total is below 100 or above 500",
    "$review.output.total >= 100 && $review.output.total <= 500",
  ],
  [
    "skip the mail if the total is above 100 and below 500",
    "$review.output.total <= 100 || $review.output.total >= 500",
  ],
  [
    "run the mail only if the count is at least 3 and the total is above 20",
    "$review.output.count >= 3 && $review.output.total > 20",
  ],
  [
    "run the mail only if the total is above 100 and the data is valid",
    "$review.output.total > 100 && $review.output.dataValid == true",
  ],
])("both limits count: %s", async (words, condition) => {
  expect((await saidTo(shop, words)).stepOf("mail")?.if).toBe(condition);
});

test.each([
  "run the mail only if the total is above 100 and so on",
  "run the mail only if the total is above 100 or whatever",
])("a limit with something behind it that says nothing is asked about: %s", async (words) => {
  const said = await saidTo(shop, words);

  expect(said.called).toEqual([]);
  expect(said.reply).toMatch(/\?/);
});

test.each<[string, string]>([
  [
    "skip the mail when the total is 100 and the count is 5",
    "$review.output.total != 100 || $review.output.count != 5",
  ],
  [
    "run the mail only if the review passed and the total is over 10",
    "$review.status == 'completed' && $review.output.total > 10",
  ],
  [
    "run the mail only if the review passed and the chart passed",
    "$review.status == 'completed' && $chart.status == 'completed'",
  ],
  ["run the mail only if the score is 80 or more", "$review.output.score >= 80"],
  ["skip the mail if the score is 80 or less", "$review.output.score > 80"],
])("two claims are two: %s", async (words, condition) => {
  expect((await saidTo(shop, words)).stepOf("mail")?.if).toBe(condition);
});

test.each<[string, string, string[]]>([
  ["run step 4 only if step 3 has more than 10 pages", "$summary.output.pages > 10", ["clean", "summary"]],
  ["run the chart only if the backup has more than 10 rows", "$backup.output.rows > 10", ["clean", "backup"]],
  ["run the chart only if the total of step 3 is above 5", "$summary.output.total > 5", ["clean", "summary"]],
])("the step that is named tells it, and is waited for: %s", async (words, condition, waits) => {
  const chart = (await saidTo(shop, words)).stepOf("chart");

  expect(chart?.if).toBe(condition);
  expect(chart?.dependsOn).toEqual(waits);
});

test.each([
  "run the chart only if the review has more than 10 rows",
  "run the mail only if step 99 has more than 10 rows",
])("a step that cannot tell it is not replaced by another: %s", async (words) => {
  const said = await saidTo(shop, words);

  expect(said.touched).toEqual([]);
});
