import { expect, test } from "vitest";
import { importPlan } from "#server/core/plan-import.ts";
import { planToMarkdown } from "#server/core/plan-markdown.ts";
import { readPastedPlan } from "#server/agent/read-pasted-plan.ts";
import { makePlan } from "#test/make.ts";

const ids = Array.from({ length: 200 }, (_, index) => `step-${index}`);
const LONG = planToMarkdown(makePlan(Object.fromEntries(ids.map((id) => [id, []]))));
const never = new AbortController().signal;

test("a long plan is read like a short one, and others are served meanwhile", async () => {
  let served = 0;
  const others = setInterval(() => {
    served += 1;
  }, 5);

  const read = await readPastedPlan(LONG, never);
  clearInterval(others);

  expect(LONG.length).toBeGreaterThan(20_000);
  expect(read).toEqual(importPlan(LONG));
  expect(served).toBeGreaterThan(2);
});

test("a long message without a plan brings none, and a stopped reading says so", async () => {
  expect(await readPastedPlan("word ".repeat(10_000), never)).toBeNull();
  expect(await readPastedPlan(LONG, AbortSignal.abort())).toEqual({
    error: "Reading the message was stopped before it ended.",
  });
});
