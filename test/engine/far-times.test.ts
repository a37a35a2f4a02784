import { afterAll, expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { asks } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, standing, stepOf, untilStatus } from "#test/run-world.ts";

const world = await openRunWorld();
afterAll(world.closeReplayed);

test("whatever a step waits for, the database takes the time: none is behind the year 9999", async () => {
  await world.startWorker(({ step }) =>
    step.kind === "check" ? { type: "check_unmet", input: {}, observation: {}, usage: NO_USAGE } : asks({}),
  );
  const check = { path: "a", op: "==", value: 1, everySeconds: 1e15, withinSeconds: 1e15 } as const;
  const waiting: [step: Partial<Step>, standing: string][] = [
    [{ kind: "wait", wait: { seconds: 1e12 } }, "paused/wait"],
    [{ kind: "wait", wait: { seconds: 1e300 } }, "paused/wait"],
    [{ kind: "wait", wait: { until: "+275760-09-13T00:00:00Z" } }, "paused/wait"],
    [{ kind: "wait", wait: { until: "$input.at" }, usesRunInput: true }, "paused/wait"],
    [{ kind: "check", tool: "read", check }, "paused/check"],
    [{ kind: "tool", tool: "send", approval: { expiresAfterHours: 1e12 } }, "paused/approval"],
  ];
  for (const [step, expected] of waiting) {
    const runId = await world.run(makePlan({ a: [] }, { a: step }), { at: "9999-12-31T23:59:59-12:00" });
    const run = await untilStatus(world.ctx, runId, "paused");

    expect([step, standing(run)]).toEqual([step, { a: expected }]);
    if (step.kind !== "tool") expect(stepOf(run, "a").dueAt).toBe("9999-12-31T23:59:59.999Z");
  }
});
