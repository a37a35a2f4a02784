import { expect, test } from "vitest";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";

const ALL = ["own", "a", "b", "c"];

function saidOf(calls: Record<string, string[]>, self?: string) {
  const plan = makePlan({ call: [] }, { call: { kind: "agent", agent: "a" } });
  return validatePlan(plan, {
    tools: [],
    agents: ALL,
    ...(self !== undefined && { self }),
    calls: new Map(Object.entries(calls)),
    hasModel: true,
  }).flatMap(({ code, message, say }) => (code === "agent_recursion" ? [{ message, say }] : []));
}

test("an agent that runs others in its saved plan is refused where that makes a circle or a chain of more than three", () => {
  const works = "Let the step do the work itself, or name another agent.";
  expect(saidOf({ a: ["b"] }, "own")).toEqual([]);
  expect(saidOf({ a: [], b: ["a", "own"] }, "own")).toEqual([]);
  expect(saidOf({ a: ["c", "b"], b: ["own"] }, "own")).toEqual([
    {
      message: `Step 1 "call" runs the agent "a". The agents would run each other in a circle: "own" → "a" → "b" → "own". ${works}`,
      say: "Make step 1 a reasoning step",
    },
  ]);
  expect(saidOf({ a: ["b"], b: ["c"] }).map(({ message }) => message)).toEqual([
    `Step 1 "call" runs the agent "a". At most 3 agents may run each other in a chain, and these are 4: "this plan" → "a" → "b" → "c". ${works}`,
  ]);
});
