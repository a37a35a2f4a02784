import { expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import type { Workspace } from "#server/core/check/workspace.ts";
import type { Issue, Plan } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { brokenPlans } from "#test/core/check/broken-plans.ts";
import { tools, workspace } from "#test/core/check/make-broken.ts";
import { openSession } from "#test/eval/session.ts";

const sentences = brokenPlans.flatMap(({ say, ...broken }) =>
  say === undefined ? [] : [{ say, ...broken }],
);

async function sayTo(plan: Plan, words: string) {
  const session = openSession(createBuiltinPlanner(), plan, tools, [...workspace.agents]);
  const turn = await session.say(words);
  return { turn, plan: session.plan() ?? plan };
}

function keysOf(
  plan: Plan,
  over: Partial<Workspace> | undefined,
  wanted: (issue: Issue) => boolean,
): string[] {
  return validatePlan(plan, { ...workspace, ...over })
    .filter(wanted)
    .map((issue) => `${issue.code} ${issue.stepId} ${issue.path}`);
}

const mended = sentences.filter(({ needsModel }) => needsModel === undefined);

test.each(mended)("$code: saying '$say' mends it and breaks nothing", async ({ code, plan, over, say }) => {
  const after = await sayTo(plan, say);

  expect(after.turn.changed, after.turn.reply).toBe(true);
  expect(keysOf(after.plan, over, (issue) => issue.code === code)).toEqual([]);
  const before = keysOf(plan, over, (issue) => issue.severity === "error");
  const added = keysOf(after.plan, over, (issue) => issue.severity === "error").filter(
    (key) => !before.includes(key),
  );
  expect(added).toEqual([]);
});

const beyond = sentences.filter(({ needsModel }) => needsModel !== undefined);

test.each(beyond)("$code: '$say' is left to a model: $needsModel", async ({ plan, say }) => {
  const after = await sayTo(plan, say);

  expect(after.plan).toBe(plan);
});
