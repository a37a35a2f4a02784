import { expect, test } from "vitest";
import { diffPlans } from "#server/core/plan-diff.ts";
import { drawSteps, stepDescription } from "#web/blueprint/drawn-step.ts";
import { stepStages } from "#web/blueprint/step-stages.ts";
import { makePlan, makeStep } from "#test/make.ts";

test("a diff marks what was added and changed, and keeps what was removed as a ghost", () => {
  const previous = makePlan({ fetch: [], clean: ["fetch"], send: ["clean"] });
  const plan = makePlan({ fetch: [], send: ["fetch"], log: ["send"] });

  const drawn = drawSteps(plan, { diff: diffPlans(previous, plan), previous });

  expect(drawn.map((step) => [step.id, step.number, step.mark])).toEqual([
    ["fetch", 1, null],
    ["send", 2, "changed"],
    ["log", 3, "added"],
    ["clean", 2, "removed"],
  ]);
});

test("two steps with one id in a broken draft are drawn as two", () => {
  const plan = {
    ...makePlan({}),
    steps: [makeStep("fetch"), makeStep("fetch"), makeStep("send", ["fetch"])],
  };

  expect(drawSteps(plan).map((step) => step.id)).toEqual(["fetch", "fetch#2", "send"]);
});

test("a step says in words what its card shows", () => {
  const plan = makePlan(
    { fetch: [], send: ["fetch"] },
    { send: { kind: "tool", tool: "http_request", approval: {} } },
  );
  const [, send] = drawSteps(plan);

  expect(send && stepDescription(send)).toBe("step 2, http_request, after step 1, needs approval");
});

test("stages say what can run at once, and a circle does not hide a step", () => {
  const plan = makePlan({ a: [], b: ["a"], c: ["a"], d: ["b", "c"] });
  const circle = makePlan({ a: ["b"], b: ["a"] });

  expect(Object.fromEntries(stepStages(plan.steps).stageOf)).toEqual({ a: 0, b: 1, c: 1, d: 2 });
  expect(stepStages(plan.steps).count).toBe(3);
  expect(stepStages(circle.steps).stageOf.size).toBe(2);
});
