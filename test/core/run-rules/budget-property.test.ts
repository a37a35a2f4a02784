import fc from "fast-check";
import { expect, test } from "vitest";
import type { Allowance, AttemptResult } from "#server/core/attempt.ts";
import type { Budget, Step } from "#server/core/plan.ts";
import { budgetUse } from "#server/core/run-rules/budget-use.ts";
import type { Claim } from "#server/core/run-rules/claim.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { makePlan } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { asks, done, fails } from "./results.ts";
import { openRun } from "./walk.ts";

const KINDS: Partial<Step>[] = [
  {},
  { kind: "tool", tool: "read" },
  { kind: "tool", tool: "read", precondition: { tool: "read", path: "", op: "exists", value: null } },
  { maxAttempts: 1, onError: "continue" },
];

const limit = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: undefined });
const budgets = fc.record({
  toolCalls: limit(12),
  tokens: limit(120_000),
  costUsd: fc.option(fc.double({ min: 0, max: 2, noNaN: true }), { nil: undefined }),
  approvals: limit(3),
});

type Moves = { below: (count: number) => number; part: () => number };

/** What a try did with its allowance: never more than it was allowed. */
function outcome({ allowance }: Claim, moves: Moves): AttemptResult {
  const usage = { ...NO_USAGE, ...used(allowance, moves) };
  const needed = {
    tokens:
      allowance === null || allowance.tokens === null ? null : moves.below(2 * allowance.tokens + 2_000),
    costUsd:
      allowance === null || allowance.costUsd === null ? null : 2 * moves.part() * allowance.costUsd + 0.001,
  };
  switch (moves.below(6)) {
    case 0:
      return { ...fails("Wrong."), usage };
    case 1:
      return {
        type: "over_budget",
        input: null,
        error: { message: "Short." },
        needed: moves.below(4) === 0 ? null : needed,
        usage,
      };
    case 2:
      return { ...asks("input"), usage };
    default:
      return { ...done(), usage };
  }
}

function used(allowance: Allowance | null, { below, part }: Moves) {
  const isWhole = below(2) === 0;
  const tokens = Math.floor((allowance?.tokens ?? 1_000) * (isWhole ? 1 : part()));
  const costUsd = (allowance?.costUsd ?? 0.1) * (isWhole ? 1 : part());
  const toolCalls = below((allowance?.toolCalls ?? 1) + 1);
  if (below(4) > 0)
    return { inputTokens: Math.floor(tokens / 2), outputTokens: Math.ceil(tokens / 2), costUsd, toolCalls };
  return { toolCalls, assumed: { toolCalls: 0, tokens, costUsd } };
}

test("no fan-out, no order of outcomes and no loss of workers makes a run use more than its budget", () => {
  let pauses = 0;
  fc.assert(
    fc.property(
      budgets,
      fc.array(fc.tuple(fc.nat(KINDS.length - 1), fc.option(fc.nat(60))), { minLength: 1, maxLength: 50 }),
      fc.integer({ min: 1, max: 50 }),
      fc.infiniteStream(fc.nat(2 ** 20)),
      (budget, drawn, slots, stream) => {
        const graph: Record<string, string[]> = {};
        const over: Record<string, Partial<Step>> = {};
        for (const [index, [kind, before]] of drawn.entries()) {
          graph[`s${index}`] = before !== null && before < index ? [`s${before}`] : [];
          over[`s${index}`] = KINDS[kind] ?? {};
        }
        const moves: Moves = {
          below: (count) => (count <= 0 ? 0 : (stream.next().value ?? 0) % count),
          part: () => (stream.next().value ?? 0) / 2 ** 20,
        };
        const plan = { ...makePlan(graph, over), budget };
        const run = openRun(plan);
        const open = new Map<string, Claim>();
        const take = (decision: ReturnType<typeof run.look>) => {
          for (const claim of decision.claims) open.set(claim.stepId, claim);
          expectWithin(plan, run, { ...budget, ...run.state().budget });
        };

        take(run.look([], slots));
        for (let turn = 0; turn < 400 && !isFinalRunStatus(run.state().status); turn += 1) {
          const running = [...open.values()];
          const room = slots - running.length;
          const claim = running[moves.below(running.length)];
          const pending = run.state().approvals.find(({ status }) => status === "pending");
          if (claim !== undefined && moves.below(10) > 0) {
            open.delete(claim.stepId);
            take(run.look([run.outcome(claim.stepId, outcome(claim, moves))], room + 1));
          } else if (claim !== undefined) {
            open.delete(claim.stepId);
            const { stepId } = claim;
            const lost = { type: "interrupted", cause: "lease-expired", mayHaveActed: false } as const;
            take(run.look([{ ...lost, stepId, claim: claim.claim }], room + 1));
          } else if (pending !== undefined) {
            const { approvalId } = pending;
            const decided = {
              type: "approval-decided",
              decision: "approve",
              note: null,
              editedInput: null,
            } as const;
            take(run.look([{ ...decided, approvalId, decidedBy: "Ana" }], room));
          } else {
            // Nothing runs and nobody is asked: then all that is open waits for the budget.
            expect(run.state().status).toBe("paused");
            const standing = Object.values(run.standing());
            expect(standing.some((status) => status === "paused/budget")).toBe(true);
            pauses += 1;
            if (moves.below(3) === 0) take(run.look([{ type: "budget-given-up", by: "Ana" }], room));
            else
              take(
                run.look(
                  [{ type: "budget-raised", raise: raised(budget, run.state().budget), by: "Ana" }],
                  room,
                ),
              );
          }
        }
      },
    ),
    cases(300),
  );
  expect(pauses).toBeGreaterThan(0);
});

function raised(planned: Budget, standing: Budget | null): Budget {
  const more = ([name, most]: [string, number | undefined]) => [
    name,
    most === undefined ? undefined : most * 2 + 1,
  ];
  return Object.fromEntries(Object.entries({ ...planned, ...standing }).map(more));
}

function expectWithin(
  plan: { steps: readonly Step[] },
  run: ReturnType<typeof openRun>,
  limits: Budget,
): void {
  const steps = plan.steps.map((step) => ({ step, state: run.step(step.id) }));
  const { used, held } = budgetUse(steps, { approvals: run.state().approvals.length, seconds: 0 });
  const over = (["toolCalls", "tokens", "costUsd", "approvals"] as const).filter(
    (name) => used[name] + held[name] > (limits[name] ?? Number.POSITIVE_INFINITY) + 1e-9,
  );
  expect({ over, used, held, limits }).toMatchObject({ over: [] });
}
