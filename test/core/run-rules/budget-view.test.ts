import { expect, test } from "vitest";
import type { Budget } from "#server/core/plan.ts";
import type { Reservation, Usage } from "#server/core/run.ts";
import { viewBudget } from "#server/core/run-rules/budget-view.ts";
import { newStepState } from "#server/core/run-rules/run-state.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";

const CALLING = { kind: "tool", tool: "read" } as const;
const THINKING = { kind: "reasoning" } as const;
const COUNT = { approvals: 0, seconds: 0 };

function paused(
  step: typeof CALLING | typeof THINKING,
  usage: Partial<Usage> = {},
  reserved: Reservation | null = null,
) {
  return {
    step,
    state: {
      ...newStepState(),
      status: "paused",
      reason: "budget",
      reserved,
      usage: { ...NO_USAGE, ...usage },
    },
  } as const;
}

function suggested(limits: Budget, steps: ReturnType<typeof paused>[], count = COUNT): Budget | undefined {
  return viewBudget(limits, steps, count)?.suggested;
}

test("a run without limits has no budget", () => {
  expect(viewBudget({}, [paused(CALLING)], COUNT)).toBeNull();
});

test("what running tries hold is told apart from what is used", () => {
  const running = {
    step: CALLING,
    state: {
      ...newStepState(),
      status: "running",
      leaseOwner: "w1",
      reserved: { tokens: 5, costUsd: 0.5 },
      usage: { ...NO_USAGE, inputTokens: 1, outputTokens: 2, toolCalls: 1, costUsd: 0.1 },
    },
  } as const;
  const waiting = { step: CALLING, state: { ...running.state, leaseOwner: null, usage: null } } as const;

  expect(viewBudget({ tokens: 9 }, [running, waiting], { approvals: 2, seconds: 7 })).toEqual({
    limits: { tokens: 9 },
    used: { toolCalls: 1, tokens: 3, costUsd: 0.1, wallSeconds: 7, approvals: 2 },
    held: { toolCalls: 1, tokens: 5, costUsd: 0.5, wallSeconds: 0, approvals: 0 },
    suggested: {},
  });
});

test("for each limit in the way twice of it is suggested, or as much as the waiting steps need", () => {
  const used = { toolCalls: 10, inputTokens: 60, outputTokens: 40, costUsd: 2 };

  expect(suggested({ toolCalls: 10, tokens: 500 }, [paused(CALLING, used)])).toEqual({ toolCalls: 20 });
  expect(suggested({ toolCalls: 1 }, [paused(CALLING), paused(CALLING), paused(CALLING)])).toEqual({});
  expect(
    suggested({ toolCalls: 1 }, [paused(CALLING, { toolCalls: 1 }), paused(CALLING), paused(CALLING)]),
  ).toEqual({
    toolCalls: 4,
  });
  expect(suggested({ tokens: 100, costUsd: 2 }, [paused(THINKING, used)])).toEqual({
    tokens: 200,
    costUsd: 4,
  });
  expect(suggested({ tokens: 100, costUsd: 2 }, [paused(CALLING, used)])).toEqual({});
  expect(suggested({ tokens: 150 }, [paused(THINKING, used, { tokens: 2_000, costUsd: null })])).toEqual({
    tokens: 2_100,
  });
});

test("dollars are suggested in two digits that reach", () => {
  const suggest = (need: number) =>
    suggested({ costUsd: 0.01 }, [paused(THINKING, {}, { tokens: null, costUsd: need })])?.costUsd;

  expect([suggest(0.034), suggest(0.0341), suggest(0.0346), suggest(7.01), suggest(99.9)]).toEqual([
    0.034, 0.035, 0.035, 7.1, 100,
  ]);
});

test("time that has passed meanwhile is part of what is suggested", () => {
  expect(suggested({ wallSeconds: 60 }, [paused(THINKING)], { approvals: 0, seconds: 500 })).toEqual({
    wallSeconds: 501,
  });
});

test("approvals are in the way when nothing else is", () => {
  const count = { approvals: 1, seconds: 0 };

  expect(suggested({ approvals: 1 }, [paused(CALLING)], count)).toEqual({ approvals: 2 });
  expect(suggested({ approvals: 0 }, [paused(CALLING), paused(CALLING)])).toEqual({ approvals: 2 });
  expect(suggested({ approvals: 1, toolCalls: 0 }, [paused(CALLING)], count)).toEqual({ toolCalls: 1 });
  expect(suggested({ approvals: 2, costUsd: 1 }, [paused(CALLING)], count)).toEqual({});
  expect(suggested({ approvals: 1 }, [], count)).toEqual({});
});
