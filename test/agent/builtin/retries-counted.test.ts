import { expect, test } from "vitest";
import { saidTo, shop } from "./shop.ts";

test.each([
  "retry step 3 1000000 times",
  "step 3 gets 2.5 retries",
  "give step 3 1,000 retries",
  "retry step 3 -1 times",
  "set the retries of step 3 to 2.5",
  "retry step 3 1e6 times",
  "retry step 3 minus 2 times",
  "retry step 3 12 times",
])("a count that no step can have is refused: %s", async (words) => {
  const said = await saidTo(shop, words);

  expect(said.called).toEqual([]);
  expect(said.reply).toContain("0 to 9 times");
});

test.each<[string, number]>([
  ["one more retry for the mail", 5],
  ["retry the mail one more time", 5],
  ["add another retry to the mail", 5],
  ["add a retry to the mail", 5],
  ["the mail gets another retry", 5],
  ["two more retries for the mail", 6],
  ["give the mail 2 more retries", 6],
  ["try the mail two more times", 6],
  ["raise the retries of the mail by 2", 6],
  ["one retry less for the mail", 3],
  ["two fewer retries for the mail", 2],
])("more and less are said of the retries that a step has: %s", async (words, attempts) => {
  const said = await saidTo(shop, words);

  expect(said.stepOf("mail")?.maxAttempts).toBe(attempts);
  expect(said.touched).toEqual(["mail"]);
});

test("a step without a count of its own has the usual two retries", async () => {
  const said = await saidTo(shop, "one more retry for the chart");

  expect(said.stepOf("chart")?.maxAttempts).toBe(4);
  expect(said.reply).toContain("3 retries");
});

test.each<[string, number]>([
  ["retry the mail once", 2],
  ["if the mail fails try it two more times", 3],
  ["increase the retries of the mail to 5", 6],
  ["give the mail 2 retries", 3],
  ["don't retry the mail more than twice", 3],
])("a plain count is the count: %s", async (words, attempts) => {
  expect((await saidTo(shop, words)).stepOf("mail")?.maxAttempts ?? 3).toBe(attempts);
});

test.each([
  "none of the steps should retry",
  "no step should be retried",
  "nothing should retry",
  "turn off all retries",
])("no step is tried again: %s", async (words) => {
  const { steps } = await saidTo(shop, words);

  expect(steps.map((step) => step.maxAttempts)).toEqual(steps.map(() => 1));
});

test.each(["drop the time limit on the mail", "no timeout for step 6", "the mail needs no time limit"])(
  "a time limit of its own goes: %s",
  async (words) => {
    const said = await saidTo(shop, words);

    expect(said.stepOf("mail")?.timeoutSeconds ?? 300).toBe(300);
    expect(said.touched).toEqual(["mail"]);
    expect(said.reply).toContain("300 seconds");
  },
);

test("a step without a time limit of its own keeps the usual one", async () => {
  const said = await saidTo(shop, "drop the time limit on step 3");

  expect(said.called).toEqual([]);
  expect(said.reply).toContain("has no time limit of its own");
});

test.each<[string, string, number, string | undefined]>([
  ["when fetch fails retry it 4 times and then stop", "fetch", 5, "stop"],
  ["if the chart fails, retry it once, then continue", "chart", 2, "continue"],
  ["retry the chart 3 times, then give up", "chart", 4, "stop"],
  ["retry the chart 4 times and then ignore it", "chart", 5, "continue"],
  ["on failure of the chart, retry it once, then stop", "chart", 2, "stop"],
])("how often, and what then: %s", async (words, id, attempts, onError) => {
  const said = await saidTo(shop, words);

  expect(said.stepOf(id)).toMatchObject({ maxAttempts: attempts, onError });
  expect(said.touched).toEqual([id]);
});
