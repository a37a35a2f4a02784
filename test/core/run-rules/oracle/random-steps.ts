import fc from "fast-check";
import type { OracleStep } from "./oracle-step.ts";

/** A step and what happens when it is tried: failures that are mended, then the outcome. */
export type RandomStep = OracleStep & { failures: ("now" | "temporary")[]; maxAttempts: number };

const SIZE = 12;
const MAX_DEPENDENCIES = 4;

const onError = fc.constantFrom(...(["skip_dependents", "skip", "continue", "stop"] as const));
const outcome = fc.oneof(
  { weight: 5, arbitrary: fc.constant("completed" as const) },
  { weight: 1, arbitrary: fc.constantFrom("precondition" as const, "reused" as const) },
  { weight: 3, arbitrary: fc.constantFrom({ failed: "not_retryable" }, { failed: "attempts_exhausted" }) },
);
const condition = fc.record({
  about: fc.nat(2),
  is: fc.constantFrom("completed", "failed", "skipped"),
  isReadable: fc.nat(4).map((number) => number > 0),
});

function drawn(rank: number) {
  return fc.record({
    earlier: fc.shuffledSubarray(placesTo(rank), { maxLength: Math.min(rank, MAX_DEPENDENCIES) }),
    onError,
    outcome,
    condition: fc.option(condition, { freq: 2 }),
    failures: fc.array(fc.constantFrom("now" as const, "temporary" as const), { maxLength: 2 }),
    spare: fc.nat(2),
  });
}

/** Twelve steps that depend on each other in any way, in any order of the plan. */
export const randomSteps: fc.Arbitrary<RandomStep[]> = fc
  .tuple(fc.shuffledSubarray(placesTo(SIZE), { minLength: SIZE }), fc.tuple(...placesTo(SIZE).map(drawn)))
  .map(([places, ranked]) => {
    const steps: RandomStep[] = [];
    for (const [rank, { earlier, failures, spare, ...step }] of ranked.entries()) {
      const dependsOn = earlier.map((other) => places[other] as number);
      const isReusable =
        step.outcome === "reused" && dependsOn.every((other) => steps[other]?.outcome === "reused");
      const isExhausted = typeof step.outcome === "object" && step.outcome.failed === "attempts_exhausted";
      steps[places[rank] as number] = {
        dependsOn,
        onError: step.onError,
        outcome: step.outcome === "reused" && !isReusable ? "completed" : step.outcome,
        condition: isReusable ? undefined : conditionOf(step, dependsOn),
        failures,
        maxAttempts: failures.length + 1 + (isExhausted ? 0 : spare),
      };
    }
    return steps;
  });

type Drawn = { condition: { about: number; is: string; isReadable: boolean } | null; onError: string };

// A stop that no try caused is the one that the order of the plan decides on.
function conditionOf(
  { condition: given, onError: then }: Drawn,
  dependsOn: number[],
): OracleStep["condition"] {
  if (given === null) return undefined;
  if (!given.isReadable && then !== "stop") return "unreadable";
  return { of: dependsOn.slice(0, given.about), is: given.is };
}

function placesTo(end: number): number[] {
  return [...Array(end).keys()];
}
