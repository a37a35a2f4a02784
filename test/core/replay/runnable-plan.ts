import fc from "fast-check";
import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";

const WAITS = [{ seconds: 0 }, { seconds: 3 }, { until: "2026-01-01T00:00:05Z" }, { until: "some day" }];

type Drawn = {
  links: number;
  kind: "tool" | "reasoning" | "wait" | "check" | "agent" | "approval";
  onError: "skip_dependents" | "skip" | "continue" | "stop";
  maxAttempts: number | undefined;
  condition: string;
  wait: NonNullable<Step["wait"]>;
};

const drawn: fc.Arbitrary<Drawn> = fc.record({
  links: fc.nat(31),
  kind: fc.constantFrom("tool", "reasoning", "wait", "check", "agent", "approval", "approval"),
  onError: fc.constantFrom("skip_dependents", "skip", "continue", "stop"),
  maxAttempts: fc.constantFrom(undefined, 1, 2),
  condition: fc.constantFrom("", "", "$X.status == 'failed'", "$X.output > 5", "$X.output.a.b < 'x'"),
  wait: fc.constantFrom(...WAITS),
});

const budget = fc.constantFrom(
  undefined,
  undefined,
  { toolCalls: 3 },
  { approvals: 1 },
  { wallSeconds: 20 },
  { tokens: 9 },
);

/** Small plans with steps of every kind. */
export const runnablePlan: fc.Arbitrary<Plan> = fc
  .record({ steps: fc.array(drawn, { minLength: 1, maxLength: 5 }), budget })
  .map(({ steps, budget: limits }) => {
    const graph: Record<string, string[]> = {};
    const over: Record<string, Partial<Step>> = {};
    for (const [index, step] of steps.entries()) {
      const earlier = Array.from({ length: index }, (_, other) => other);
      const dependsOn = earlier.filter((other) => (step.links >> other) & 1).map((other) => `s${other}`);
      graph[`s${index}`] = dependsOn;
      over[`s${index}`] = fieldsOf(step, dependsOn[0]);
    }
    return { ...makePlan(graph, over), ...(limits && { budget: limits }) };
  });

function fieldsOf(step: Drawn, reads: string | undefined): Partial<Step> {
  const isOdd = step.links % 2 === 1;
  return {
    kind: step.kind === "approval" ? "tool" : step.kind,
    onError: step.onError,
    ...(step.maxAttempts !== undefined && { maxAttempts: step.maxAttempts }),
    ...(step.condition !== "" && reads !== undefined && { if: step.condition.replace("X", reads) }),
    ...(step.kind === "wait" && { wait: step.wait }),
    ...(step.kind === "agent" && { agent: "another" }),
    ...((step.kind === "tool" || step.kind === "approval") && { tool: "send" }),
    ...(step.kind === "approval" && {
      approval: { reason: "It goes out.", ...(isOdd ? { expiresAfterHours: 0.001 } : { approvers: 2 }) },
    }),
    ...(step.kind === "check" && {
      tool: "read",
      check: { path: "n", op: ">", value: 1, everySeconds: 1, withinSeconds: 3 },
    }),
  };
}
