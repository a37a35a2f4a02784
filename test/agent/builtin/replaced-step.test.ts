import { expect, test } from "vitest";
import { open, said } from "./order-book.ts";
import { report } from "./sales-report.ts";

test.each([
  ['replace step 4 with "Draw a table"', "Draw a table"],
  ["replace step 4 with Draw a table", "Draw a table"],
  ["replace step 4 by a step that prints a table", "Print a table"],
  ["replace the fourth step with a table", "Table"],
  ['replace the chart step with "Table of totals"', "Table of totals"],
])("a new step takes the place of another: %s", async (words, title) => {
  const { plan } = await said(words, report);
  const made = plan?.steps[3];

  expect(made?.title).toMatch(new RegExp(`^${title}$`));
  expect(made?.dependsOn).toEqual(["sum"]);
  expect(plan?.steps.find((step) => step.id === "mail")?.dependsOn).toEqual([made?.id]);
  expect(plan?.steps.map((step) => step.id)).not.toContain("chart");
  expect(plan?.steps).toHaveLength(report.steps.length);
});

test("it asks first where the other did", async () => {
  const { plan, reply } = await said('replace step 5 with "Post to the board"', report);

  expect(plan?.steps[4]).toMatchObject({ title: "Post to the board", approval: {} });
  expect(reply).toContain("It needs your approval, as that one did.");
});

test("two steps that are both there are asked about", async () => {
  const { called, reply } = await said("replace step 4 with step 7", report);

  expect(called).toEqual([]);
  expect(reply).toMatch(/\?/);
});

test.each([
  "would it be a good idea to remove the backup?",
  "would it be better to remove the backup?",
  "is it a good idea to drop step 7?",
  "does it make sense to remove step 7?",
  "would it be ok if we removed the backup?",
  "would it make sense to delete the backup?",
  "wouldn't it be wise to remove step 7?",
])("whether a change is a good idea is asked back as that change: %s", async (words) => {
  const session = open(report);
  const { called, reply } = await session.say(words);
  expect(called).toEqual([]);
  expect(reply).toBe('Shall I remove step 7 "Backup"? Nothing was changed so far.');

  await session.say("yes");
  expect(session.plan()?.steps.some((step) => step.id === "backup")).toBe(false);
});
