import { expect, test } from "vitest";
import type { Attention } from "#server/core/run-rules/approval-places.ts";
import { decide } from "#server/core/run-rules/decide.ts";
import type { Fact } from "#server/core/run-rules/fact.ts";
import { applyChange } from "#server/core/run-rules/run-change.ts";
import { prepareRunPlan } from "#server/core/run-rules/run-plan.ts";
import { makePlan } from "#test/make.ts";
import { asks } from "./results.ts";
import { WORKER, openRun } from "./walk.ts";

const tool = { kind: "tool" as const, tool: "send", approval: { expiresAfterHours: 1 } };
const plan = makePlan({ a: [], b: [], c: [] }, { a: tool, b: tool, c: tool });
const prepared = prepareRunPlan(plan);
const NOBODY: Attention = { most: 2, pending: 0, others: [] };

/** A run whose three steps ask at once while `attention` is what the agent's other runs ask. */
function askAll(attention: Attention | null) {
  const run = openRun(plan);
  run.look();
  const facts = ["a", "b", "c"].map((id) => run.outcome(id, asks({ to: id })));
  const options = { facts, now: run.now(), worker: WORKER, slots: 9, attention };
  const decision = decide(prepared, run.state(), options);
  if (!decision.change) throw new Error("Nothing was decided");
  return { decision, state: applyChange(run.state(), decision.change), now: run.now() };
}

function approve(approvalId: string): Fact {
  const by = { decision: "approve" as const, note: null, editedInput: null, decidedBy: "Ada" };
  return { ...by, type: "approval-decided", approvalId };
}

test("past the agent's limit an input is frozen, and people are not asked yet", () => {
  const { decision, state } = askAll(NOBODY);

  expect(state.approvals.map(({ stepId, status }) => [stepId, status])).toEqual([
    ["a", "pending"],
    ["b", "pending"],
    ["c", "waiting"],
  ]);
  expect(state.approvals[2]).toMatchObject({ input: { to: "c" }, expiresAt: null, attempt: 1 });
  expect(state.steps.get("c")).toMatchObject({ status: "paused", reason: "approval", attempt: 0 });
  expect(state.status).toBe("paused");
  expect(decision.change?.log.map(({ type, stepId }) => `${type} ${stepId}`)).toEqual([
    "approval-requested a",
    "step-paused a",
    "approval-requested b",
    "step-paused b",
    "approval-held c",
    "step-paused c",
    "run-paused null",
  ]);
});

test("a decision makes room, and the time of the next one is counted from when it asks", () => {
  const { state, now } = askAll(NOBODY);
  const later = now + 1_800_000;
  const { change } = decide(prepared, state, {
    facts: [approve(state.approvals[0]?.approvalId ?? "")],
    now: later,
    attention: NOBODY,
  });

  expect(change?.approvals.map(({ stepId, status, expiresAt }) => [stepId, status, expiresAt])).toEqual([
    ["a", "approved", now + 3_600_000],
    ["c", "pending", later + 3_600_000],
  ]);
  const asked = change?.log.find((entry) => entry.type === "approval-requested");
  expect(asked).toMatchObject({ stepId: "c", attempt: 1, data: { input: { to: "c" } } });
});

test("the place goes to another run that asks less, which is named to be looked at", () => {
  const other = { runId: "run_2", pending: 0, waiting: 1, oldestAt: 5 };
  const { decision, state } = askAll({ most: 2, pending: 0, others: [other] });

  expect(state.approvals.map((one) => one.status)).toEqual(["pending", "waiting", "waiting"]);
  expect(decision.runsToAsk).toEqual(["run_2"]);
});

test("when the agent's other runs ask for everything that may be asked, all are held", () => {
  const { decision, state } = askAll({ most: 5, pending: 5, others: [] });

  expect(state.approvals.map((one) => one.status)).toEqual(["waiting", "waiting", "waiting"]);
  expect(decision.runsToAsk).toEqual([]);
  const again = decide(prepared, state, { now: 2_000_000, attention: { most: 5, pending: 5, others: [] } });
  expect(again).toMatchObject({ change: null, touchesApprovals: true });
});

test("without a count every approval asks, and the decision says that it has to be counted", () => {
  const { decision, state } = askAll(null);

  expect(decision.touchesApprovals).toBe(true);
  expect(state.approvals.map((one) => one.status)).toEqual(["pending", "pending", "pending"]);
  const idle = openRun(plan);
  expect(idle.look().touchesApprovals).toBe(false);
});

test("an approval that nobody is asked for cannot be decided, and goes when its run is canceled", () => {
  const { state, now } = askAll({ most: 1, pending: 0, others: [] });
  const held = state.approvals[1]?.approvalId ?? "";
  const attention = { most: 1, pending: 0, others: [] };

  expect(decide(prepared, state, { facts: [approve(held)], now, attention }).change).toBeNull();
  const canceled = decide(prepared, state, { facts: [{ type: "canceled", by: "Ada" }], now, attention });
  expect(canceled.change?.approvals.map((one) => one.status)).toEqual(["canceled", "canceled", "canceled"]);
  expect(canceled.runsToAsk).toEqual([]);
});
