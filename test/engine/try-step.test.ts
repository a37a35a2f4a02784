import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Allowance, AttemptRequest, AttemptResult } from "#server/core/attempt.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { tryStep } from "#server/engine/try-step.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";

function requestOf(allowance: Partial<Allowance> | null) {
  const plan = makePlan({ a: [] });
  const [step] = plan.steps;
  if (!step) throw new Error("the plan has one step");
  const request: AttemptRequest = {
    runId: "run_1",
    model: null,
    tools: { granted: null, stricter: {} },
    plan,
    step,
    attempt: 1,
    runInput: null,
    results: {},
    corrections: [],
    approvedInput: null,
    allowance: allowance && { toolCalls: null, tokens: null, costUsd: null, seconds: null, ...allowance },
    idempotencyKey: "run_1:a",
  };
  const childRun = {
    find: async () => null,
    start: () => Promise.reject(new Error("There is no other agent.")),
  };
  const options = { folder: async () => "/nowhere", logToolCall: async () => {}, usableMs: 60_000, childRun };
  return [request, options] as const;
}

/** What a try answers that heeds the signal, with what it used until then. */
function failsOn(signal: AbortSignal): Promise<AttemptResult> {
  const stopped = { ...fails("Stopped."), usage: { ...NO_USAGE, toolCalls: 1 } };
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(stopped), { once: true }));
}

test("a try that outlasts the run's budget of time is given back, and told as such", async () => {
  const begun = tryStep((_request, { signal }) => failsOn(signal), ...requestOf({ seconds: 0.02 }));
  const acting = tryStep(
    async (_request, { signal, beforeToolCall }) => {
      await beforeToolCall({ tool: "send", input: null });
      return failsOn(signal);
    },
    ...requestOf({ seconds: 0.02 }),
  );

  expect(await begun.result).toMatchObject({
    type: "over_budget",
    needed: null,
    error: { message: "The run's budget of time was used up before this try came to its end." },
    usage: { toolCalls: 1 },
  });
  expect(await acting.result).toMatchObject({ type: "outcome_unknown" });
});

test("a try that breaks without telling what it used counts as all that it was allowed", async () => {
  const begun = tryStep(() => Promise.reject(new Error("Gone.")), ...requestOf({ toolCalls: 1, tokens: 9 }));

  expect(await begun.result).toMatchObject({
    type: "failed",
    error: { message: "Gone." },
    whatToChange: "Nothing is known to change; the try is made again.",
    usage: { assumed: { toolCalls: 1, tokens: 9, costUsd: 0 } },
  });
});

test("a try that takes longer than its step may is told so, and what to change as well", async () => {
  const [request, options] = requestOf(null);
  const step = { ...request.step, timeoutSeconds: 1 };
  const begun = tryStep((_request, { signal }) => failsOn(signal), { ...request, step }, options);

  expect(await begun.result).toMatchObject({
    type: "failed",
    retry: "temporary",
    error: { message: "The step did not finish within 1 second." },
    whatToChange: "Nothing is known to change; the try is made again.",
  });
});

test("a try that is stopped before it begins does nothing", async () => {
  let calls = 0;
  const begun = tryStep(
    async () => {
      calls += 1;
      return done();
    },
    ...requestOf(null),
  );
  begun.abandon("The run was canceled.");

  expect(await begun.result).toMatchObject({ type: "failed" });
  expect(calls).toBe(0);
});

test("a tool is not called when the process slept while the call was logged", async () => {
  let calls = 0;
  const [request, options] = requestOf(null);
  const { result, hasActed } = tryStep(
    async (_request, { beforeToolCall }) => {
      await beforeToolCall({ tool: "send", input: null });
      calls += 1;
      return done({});
    },
    request,
    { ...options, usableMs: 20, logToolCall: () => setTimeout(60) },
  );

  expect(await result).toMatchObject({
    type: "failed",
    error: { message: expect.stringContaining('so "send" was not called') },
  });
  expect([calls, hasActed()]).toEqual([0, false]);
});
