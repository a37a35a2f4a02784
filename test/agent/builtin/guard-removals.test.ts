import { expect, test } from "vitest";
import { open, said } from "./order-book.ts";
import { report } from "./sales-report.ts";

test.each([
  "remove the chart from the mail",
  "take the chart out of the mail",
  "remove duplicates from the orders",
  "delete old rows in the summary",
  "cut the summary to 5 lines",
  "remove the title from the chart",
  "get rid of the colours in the chart",
  "drop the empty lines from step 1",
  "delete the attachment of the mail",
  "strip the logo from the chart",
  "remove step 4 from step 5",
  "erase the personal data in the backup",
  "leave out the legend in the chart",
  "remove all mentions of prices in the summary",
  "cut step 3 down",
])("what is in a step is no step: %s", async (words) => {
  const { called, reply } = await said(words, report);

  expect(called).toEqual([]);
  expect(reply).not.toBe("");
});

test.each([
  "skip the chart on weekends",
  "skip the mail on Sundays",
  "skip the report on weekends",
  "skip the chart in August",
  "cancel the mail at night",
  "kill the mail if it hangs",
  "delete the mail step only if I say so",
  "remove the chart tomorrow",
  "drop the backup during the holidays",
  "skip step 4 every second week",
  "remove the chart until Friday",
  "leave out the mail for customers in Spain",
  "no chart on weekends",
  "skip the chart from May to July",
  "remove step 4 after dark",
  "remove the chart and the mail on Mondays",
  "the chart can go on weekends",
  "omit the backup at the end of the month",
  "delete the backup of yesterday",
])("a step is in the plan or it is not, so a time or a case is asked about: %s", async (words) => {
  const { called, reply } = await said(words, report);

  expect(called).toEqual([]);
  expect(reply).not.toBe("");
});

test.each([
  ["delete the steps between summarize and mail"],
  ["remove the step that leads to the chart"],
  ["remove each of the steps after clean"],
])("the step that another one is told by stays: %s", async (words) => {
  expect((await said(words, report)).called).toEqual([]);
});

test.each([
  ["remove the one that comes after the chart", ["mail"]],
  ["remove the step that waits for the chart", ["mail"]],
  ["remove what follows the chart", ["mail"]],
  ["remove the step right before the chart", ["sum"]],
])("and the one beside it goes: %s", async (words, gone) => {
  const { plan } = await said(words, report);

  expect(plan?.steps.map((step) => step.id)).toEqual(
    report.steps.map((step) => step.id).filter((id) => !gone.includes(id)),
  );
});

test("the step goes when the person then says so", async () => {
  const session = open(report);
  expect((await session.say("skip the chart on weekends")).reply).toBe(
    'A step is in the plan or it is not: "on weekends" cannot be said of a removal. Shall step 4 "Chart" be removed altogether? Then say "remove step 4". Nothing was changed.',
  );
  await session.say("yes");

  expect(session.plan()?.steps.some((step) => step.id === "chart")).toBe(false);
});

test.each([
  ["remove the chart", ["chart"]],
  ["remove the chart from the plan", ["chart"]],
  ["take the chart out of the plan please", ["chart"]],
  ["remove the chart for good", ["chart"]],
  ["remove the chart because nobody looks at it", ["chart"]],
  ["get rid of step 4, we don't need it", ["chart"]],
  ["remove the mail step at the end", ["mail"]],
  ["remove steps 4 to 5", ["chart", "mail"]],
  ["delete the step for the backup", ["backup"]],
  ["remove the chart and the backup", ["chart", "backup"]],
  ["drop fetch orders without reconnecting", ["fetch"]],
  ["please remove the chart now", ["chart"]],
  ["remove everything before step 2", ["fetch"]],
  ["get rid of it all except backup", ["fetch", "clean", "sum", "chart", "mail", "store"]],
])("a removal that says no more than that is one: %s", async (words, gone) => {
  const { plan } = await said(words, report);

  expect(plan?.steps.map((step) => step.id)).toEqual(
    report.steps.map((step) => step.id).filter((id) => !gone.includes(id)),
  );
});

test.each([
  ["the chart waits for clean, no longer for the summary", { chart: ["clean"] }],
  ["mail waits for backup now, no longer for the chart", { mail: ["backup"] }],
  ["mail should wait for backup, and no longer for chart", { mail: ["backup"] }],
  ["store depends on backup, no longer on clean", { store: ["backup"] }],
  ["step 5 waits for 7, but no longer for 4", { mail: ["backup"] }],
])("what is denied behind an order is a link, and no step: %s", async (words, changes) => {
  const { plan } = await said(words, report);

  expect(Object.fromEntries(plan?.steps.map((step) => [step.id, step.dependsOn]) ?? [])).toEqual({
    ...Object.fromEntries(report.steps.map((step) => [step.id, step.dependsOn])),
    ...changes,
  });
});

test.each([
  ["retry chart 3 times, no longer the mail", "chart", { maxAttempts: 4 }],
  ["ask me before the chart, no longer before the mail", "chart", { approval: {} }],
  ["chart waits for clean; no longer for the summary", "chart", {}],
])("and keeps every step: %s", async (words, id, settings) => {
  const { plan } = await said(words, report);

  expect(plan?.steps).toHaveLength(report.steps.length);
  expect(plan?.steps.find((step) => step.id === id)).toMatchObject(settings);
});

test.each([
  "clear the plan",
  "empty the plan",
  "wipe the whole plan",
  "reset the plan",
  "throw the plan away",
])("to have nothing left is to start over, which is asked: %s", async (words) => {
  const { called, reply } = await said(words, report);

  expect(called).toEqual([]);
  expect(reply).toBe("That would remove every step of the plan. Do you want to start over with a new brief?");
});
