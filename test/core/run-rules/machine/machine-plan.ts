import fc from "fast-check";
import type { Plan, Step } from "#server/core/plan.ts";
import type { OracleCondition } from "#test/core/run-rules/oracle/oracle-step.ts";
import { planOfSteps } from "#test/core/run-rules/oracle/oracle-plan.ts";

const MOST_STEPS = 6;
const UNSET = undefined;

const kind = fc.constantFrom<Partial<Step>[]>(
  { kind: "reasoning" },
  { kind: "tool", tool: "send" },
  { kind: "tool", tool: "send", approval: { expiresAfterHours: 0.001 } },
  { kind: "tool", tool: "send", approval: { approvers: 2 } },
  { kind: "agent", agent: "other" },
  { kind: "check", tool: "read", check: { path: "", op: "==", value: 1, everySeconds: 2, withinSeconds: 5 } },
  { kind: "wait", wait: { seconds: 3 } },
  { kind: "wait", wait: { seconds: 3 }, approval: { approvers: 2 } },
  { kind: "wait", wait: { until: "1970-01-01T00:16:41Z" } },
);

/** Up to six steps of every kind, with rules of every kind. */
export const machinePlan: fc.Arbitrary<Plan> = fc
  .record({
    steps: fc.array(
      fc.record({
        links: fc.nat(2 ** MOST_STEPS - 1),
        kind,
        onError: fc.constantFrom(
          UNSET,
          "skip_dependents" as const,
          "stop" as const,
          "skip" as const,
          "continue" as const,
        ),
        maxAttempts: fc.constantFrom(UNSET, 1, 2),
        aware: fc.oneof(
          { weight: 5, arbitrary: fc.constant(UNSET) },
          { weight: 3, arbitrary: fc.constantFrom("completed", "failed", "skipped", "never") },
          { weight: 1, arbitrary: fc.constant("unreadable" as const) },
        ),
      }),
      { minLength: 1, maxLength: MOST_STEPS, size: "max" },
    ),
    budget: fc.option(
      fc.record(
        { toolCalls: fc.nat(4), tokens: fc.nat(20_000), approvals: fc.nat(2), wallSeconds: fc.nat(20) },
        { requiredKeys: [] },
      ),
      { nil: UNSET, freq: 1 },
    ),
  })
  .map(({ steps, budget }) => {
    const drawn = steps.map(({ links, aware, ...step }, place) => {
      const dependsOn = [...steps.keys()].filter((other) => other < place && (links >> other) & 1);
      return { ...step, dependsOn, condition: conditionOf(aware, dependsOn) };
    });
    const plan = planOfSteps(drawn, ({ kind: fields, onError, maxAttempts }) => ({
      ...fields,
      onError,
      maxAttempts,
    }));
    return { ...plan, budget };
  });

function conditionOf(aware: string | undefined, dependsOn: number[]): OracleCondition | undefined {
  if (aware === undefined || dependsOn.length === 0) return undefined;
  if (aware === "unreadable") return aware;
  return { of: aware === "never" ? [] : dependsOn.slice(0, 1), is: aware };
}
