import { expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { saidTo, shop } from "./shop.ts";

test.each<[string, string[], string[]]>([
  ["I don't want the review any more, and the mail should go out without asking me", ["review"], []],
  ["I no longer want the summary, and the review can happen without my ok", ["summary"], []],
  ["we don't need the backup, and the chart may run without asking us", ["backup"], ["review"]],
  ["no more summary, no more approval for the review", ["summary"], []],
])("a wish for one step is none for the next: %s", async (words, gone, asking) => {
  const said = await saidTo(shop, words);

  expect(said.gone).toEqual(gone);
  expect(said.asking).toEqual(asking);
});

test.each<[string, string[]]>([
  ["ask me before mail and store, but not before chart", ["review", "mail", "store"]],
  ["ask me before the chart and the mail, but not before the review", ["chart", "mail"]],
  ["I want to approve the store and the chart, but not the review", ["chart", "review", "store"]],
  ["I want to be asked before clean and the chart but not before the store", ["clean", "chart", "review"]],
  ["check with me before clean, not before summarize", ["clean", "review"]],
  ["I don't want the chart and the mail to go out without my ok", ["chart", "review", "mail"]],
  ["don't send the mail without my ok", ["review", "mail"]],
  ["last, ask me before the mail", ["review", "mail"]],
  ["before the mail, ask me if it is ok", ["review", "mail"]],
])("an approval is asked for where it is said, and nobody waits for more: %s", async (words, asking) => {
  const said = await saidTo(shop, words);

  expect(said.asking).toEqual(asking);
  expect(said.waits).toEqual(Object.fromEntries(shop.steps.map((step) => [step.id, step.dependsOn])));
});

test.each<[string, string[]]>([
  ["ask me before the first and the last step", ["fetch", "review", "archive"]],
  ["the second and the last step need my ok", ["clean", "review", "archive"]],
  ["the first, third and fourth step need my approval", ["fetch", "summary", "chart", "review"]],
  ["ask me before the first two and the last", ["fetch", "clean", "review", "archive"]],
])("places that share one word for a step are all meant: %s", async (words, asking) => {
  expect((await saidTo(shop, words)).asking).toEqual(asking);
});

test.each<[string, string[]]>([
  ["remove the first 2 and the last", ["fetch", "clean", "archive"]],
  ["remove the second and third step", ["clean", "summary"]],
  ["remove the first one and the last one", ["fetch", "archive"]],
])("so are those of steps that go: %s", async (words, gone) => {
  expect((await saidTo(shop, words)).gone).toEqual(gone);
});

const long = makePlan(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`step-${at + 1}`, []])));

test.each<[string, string[]]>([
  ["two hundred and fifth step needs my ok", ["step-205"]],
  ["the twenty-first step needs my approval", ["step-21"]],
  ["ask me before the hundredth and the two hundredth step", ["step-100", "step-200"]],
  ["the sixteenth step needs my ok", ["step-16"]],
])("a place in words is one number: %s", async (words, asking) => {
  expect((await saidTo(long, words)).asking).toEqual(asking);
});

test("a time in words is no place", async () => {
  const said = await saidTo(long, "set a thirty second timeout for step 4");

  expect(said.touched).toEqual(["step-4"]);
  expect(said.stepOf("step-4")?.timeoutSeconds).toBe(30);
});

test.each([
  "no approval for the mail if the total is under 100",
  "ask me before the mail if the total is above 100",
  "the mail needs my approval unless the sum is zero",
  "if the total is over 500, ask me before the mail",
  "approve the mail only when the summary is bad",
  "I only want to approve the mail if the total is over 500",
])("an approval that would depend on an outcome is asked about: %s", async (words) => {
  const said = await saidTo(shop, words);

  expect(said.called).toEqual([]);
  expect(said.reply).toContain("An approval cannot depend on");
});

const odd = makePlan(
  { fetch: [], mail: ["fetch"], archive: ["mail"], calm: ["archive"], cfo: ["calm"] },
  {
    fetch: { title: "Fetch orders" },
    mail: { title: "Mail" },
    archive: { title: "Archive everything" },
    calm: { title: "Don't panic" },
    cfo: { title: "Ask for approval by the CFO" },
  },
);

test.each<[string, string[]]>([
  ["everything except the mail and the archive should need approval", ["fetch", "calm", "cfo"]],
  ["everything needs my ok", ["fetch", "mail", "archive", "calm", "cfo"]],
  ["ask me before Don't panic", ["calm"]],
  ["don’t panic needs my ok", ["calm"]],
  ["ask me before the mail and ask for approval by the CFO", ["mail", "cfo"]],
])("words of an order in a title stay words of a title: %s", async (words, asking) => {
  expect((await saidTo(odd, words)).asking).toEqual(asking);
});

test.each(["retry evrything 3 times but not the mail", "retry everything three times except the mail"])(
  "everything is all steps, whatever one of them is called: %s",
  async (words) => {
    expect((await saidTo(odd, words)).touched).toEqual(["fetch", "archive", "calm", "cfo"].sort(byPlace));
  },
);

function byPlace(one: string, other: string): number {
  const ids = odd.steps.map(({ id }) => id);
  return ids.indexOf(one) - ids.indexOf(other);
}
