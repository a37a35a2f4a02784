import { expect, test } from "vitest";
import { stepsInWords } from "#server/agent/steps-in-words.ts";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";

const ids = Array.from({ length: 30 }, (_, index) => `s${index + 1}`);

function named(words: string, over: Record<string, Partial<Step>> = {}) {
  const plan = makePlan(Object.fromEntries(ids.map((id) => [id, []])), over);
  const { named: steps } = stepsInWords(plan, words);
  return plan.steps.flatMap((step, index) => (steps.has(step) ? [index + 1] : []));
}

test.each([
  ["change step 14 and 6", [6, 14]],
  ["remove 3,4 and #7.", [3, 4, 7]],
  ["steps 3-5 and 9–10 need retries", [3, 4, 5, 9, 10]],
  ["the 3rd one, (step 8)", [3, 8]],
  ["删除第3步和第12步", [3, 12]],
])("numbers that stand as words are those of steps: %s", (words, expected) => {
  expect(named(words)).toEqual(expected);
});

test.each([
  "fetch https://example.com/14/6 instead",
  "write it to out/5/report-7.csv",
  'call it "Phase 3 of 9"',
  "mail 12@example.com and the 30% rest",
  "on 2026-12-01 at 10:30, for $5 and 2.5 hours",
  "back to r5, then v7",
])("digits inside of other things are no numbers of steps: %s", (words) => {
  expect(named(words)).toEqual([]);
});

test("an address, a path, a mail address or a quoted text means the step that holds it", () => {
  const over = {
    s4: { input: { url: "https://example.com/14/6" } },
    s5: { input: { url: "https://example.com/14/60" } },
    s9: { input: { to: ["Eve <eve@example.com>"] } },
    s11: { instructions: "Read\nout/may.csv\nfirst." },
    s12: { check: { path: "total", op: "==" as const, value: "Öl 5", everySeconds: 1, withinSeconds: 9 } },
  };

  expect(named("change the address https://example.com/14/6, please", over)).toEqual([4]);
  expect(named("not eve@example.com but al@example.com", over)).toEqual([9]);
  expect(named("the file out/may.csv moved", over)).toEqual([11]);
  expect(named("“total” is wrong", over)).toEqual([12]);
});

test("a text that many steps hold names none, and is told apart", () => {
  const over = Object.fromEntries(ids.map((id) => [id, { input: { url: "https://example.com/a" } }]));
  const plan = makePlan(Object.fromEntries(ids.map((id) => [id, []])), over);

  const { named: means, held } = stepsInWords(plan, "all of https://example.com/a move");

  expect([means.size, held.size]).toEqual([0, 30]);
});

test("ids and titles name their steps as whole words alone", () => {
  const over = { s3: { title: "Send" }, s6: { title: "发送邮件" }, s7: { title: "Send offers" } };

  expect(named("send it", over)).toEqual([3]);
  expect(named("the sender is wrong", over)).toEqual([]);
  expect(named("删除发送邮件步骤", over)).toEqual([6]);
});

test.each(["“", "„", "«", '"', ".", "#", "a.", "1-", "/"])("a long run of %s is read at once", (sign) => {
  const begun = process.cpuUsage();

  expect(named(sign.repeat(100_000))).toEqual([]);
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(2_000);
});
