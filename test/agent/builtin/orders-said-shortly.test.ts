import { expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { saidTo, shop } from "./shop.ts";

test.each<[string, string, string[]]>([
  ["ask me before step 3", "and before step 4 too", ["summary", "chart", "review"]],
  ["ask me before step 3", "also to step 4", ["summary", "chart", "review"]],
  ["add an approval to step 3", "also to step 4", ["summary", "chart", "review"]],
  ["step 4 needs my ok", "also step 7", ["chart", "review", "store"]],
  ["the mail needs my ok", "and the store too", ["review", "mail", "store"]],
])("%s >> %s", async (first, then, asking) => {
  const said = await saidTo(shop, first, then);

  expect(said.asking).toEqual(asking);
});

test("what is waited for is said of another step behind the same word", async () => {
  const said = await saidTo(shop, "make step 4 wait for step 8", "and for step 3 too");

  expect(said.waits["chart"]).toEqual(["clean", "backup", "summary"]);
});

test.each<[string, string]>([
  ["remove step 4", "also to step 5"],
  ["rename step 3 to Sum up", "also step 4"],
  ["add a step Rehearse after step 3", "also after step 5"],
])("what would make, move or remove a step is not guessed: %s >> %s", async (first, then) => {
  expect((await saidTo(shop, first, then)).called).toEqual([]);
});

test.each<[string, string, string, object]>([
  ["retry the chart 2 times", "make that 3", "chart", { maxAttempts: 4 }],
  ["retry step 3 twice", "make it 4", "summary", { maxAttempts: 5 }],
  ["set the time limit of the mail to 30 seconds", "make that 45", "mail", { timeoutSeconds: 45 }],
])("another amount changes the same step: %s >> %s", async (first, then, id, settings) => {
  const said = await saidTo(shop, first, then);

  expect(said.touched).toEqual([id]);
  expect(said.stepOf(id)).toMatchObject(settings);
});

test("another number behind a removal is another step", async () => {
  expect((await saidTo(shop, "remove step 4", "make that 3")).gone).toEqual(["summary"]);
});

test("no more of a step takes nothing back", async () => {
  const said = await saidTo(shop, "retry the chart 5 times", "no more review");

  expect(said.gone).toEqual(["review"]);
  expect(said.stepOf("chart")?.maxAttempts).toBe(6);
});

test.each<[string, Record<string, string>]>([
  ["call step 5 Plot and step 6 Check and step 7 Send", { review: "Plot", mail: "Check", store: "Send" }],
  ["call 4 Plot and 5 Check", { chart: "Plot", review: "Check" }],
  [
    'name step 2 "Scrub", step 3 "Sum up" and step 4 "Draw"',
    { clean: "Scrub", summary: "Sum up", chart: "Draw" },
  ],
  ["call step 4 Salt and Pepper", { chart: "Salt and Pepper" }],
  ["rename the mail to Post and ship", { mail: "Post and ship" }],
])("each step gets its own title: %s", async (words, titles) => {
  const said = await saidTo(shop, words);

  expect(said.touched).toEqual(Object.keys(titles));
  for (const [id, title] of Object.entries(titles)) expect(said.stepOf(id)?.title).toBe(title);
});

test.each<[string, string, object]>([
  ["rename step 2 to Scrub and make Scrub retry 3 times", "clean", { title: "Scrub", maxAttempts: 4 }],
  ["rename step 4 to Draw, then retry Draw 4 times", "chart", { title: "Draw", maxAttempts: 5 }],
  ["rename the chart to Plot and make Plot wait for the backup", "chart", { dependsOn: ["clean", "backup"] }],
])("a step goes by its new title in the same message: %s", async (words, id, settings) => {
  const said = await saidTo(shop, words);

  expect(said.touched).toEqual([id]);
  expect(said.stepOf(id)).toMatchObject(settings);
});

test.each([
  "remove the chart but keep the mail waiting for nothing",
  "remove the chart but let the mail wait for nothing",
])("a step is removed, and another one waits for nothing: %s", async (words) => {
  const said = await saidTo(shop, words);

  expect(said.gone).toEqual(["chart"]);
  expect(said.waits["mail"]).toEqual([]);
});

test.each([
  "archive waits for the mail on Sundays",
  "the chart waits for the backup on weekends",
  "ask me before the chart in December",
  "retry the chart 3 times at night",
  "on Sundays and Mondays the chart needs my ok",
])("what is to hold on some days only changes nothing: %s", async (words) => {
  const said = await saidTo(shop, words);

  expect(said.touched).toEqual([]);
  expect(said.reply).not.toContain("already is so");
});

const lab = makePlan(
  { measure: [], log: ["measure"], print: ["log"], backup: ["measure"] },
  {
    measure: { title: "Measure the samples" },
    log: { title: "Log the values" },
    print: { title: "Print the sheet" },
    backup: { title: "Back up the disk" },
  },
);

test.each([
  "if measuring fails, skip the log but still print",
  "if step 1 fails, skip step 2 but step 3 should still run",
  "if measuring fails, skip the log, but run the print anyway",
])("what still runs is no longer skipped with the step before it: %s", async (words) => {
  const said = await saidTo(lab, words);

  expect(said.stepOf("log")?.if).toBe("$measure.status == 'completed'");
  expect(said.touched).toEqual(["log"]);
  expect(said.reply).not.toContain("already is so");
});

test.each(["if the log fails, still print the sheet", "if the log fails, skip it but still print"])(
  "what still runs is told by the step that fails: %s",
  async (words) => {
    const said = await saidTo(lab, words);

    expect(said.stepOf("log")?.onError).toBe("continue");
    expect(said.touched).toEqual(["log"]);
  },
);

test("what is still done stays when another step goes", async () => {
  expect((await saidTo(lab, "skip the log but still do the print")).gone).toEqual(["log"]);
});

test("what would be skipped all the same is asked about", async () => {
  const said = await saidTo(lab, "if measuring fails, skip the log but still do the backup");

  expect(said.called).toEqual([]);
  expect(said.reply).toContain('Step 4 "Back up the disk" would be skipped as well');
});

const hiring = makePlan(
  { ad: [], screen: ["ad"], references: ["screen"] },
  {
    ad: { title: "Write the job ad" },
    screen: { title: "Screen the candidates" },
    references: { title: "Check the references" },
  },
);

test.each([
  "connect references to the job ad instead of screening",
  "link the references to the job ad rather than to the screening",
])("one link takes the place of another: %s", async (words) => {
  expect((await saidTo(hiring, words)).waits["references"]).toEqual(["ad"]);
});
