import { expect, test } from "vitest";
import { agentWarnings, cronRunInputWarning } from "#server/core/trigger-warnings.ts";
import { makePlan } from "#test/make.ts";

const usesInput = { usesRunInput: true, title: "Read the order" };

test("a plan that no run input reaches warns of nothing", () => {
  expect(cronRunInputWarning(makePlan({ a: [], b: ["a"] }))).toBeNull();
});

test("steps that use run input are named, with those that work on what comes of them", () => {
  const plan = makePlan(
    { read: [], other: [], check: ["read"], send: ["check", "other"] },
    { read: usesInput },
  );

  expect(cronRunInputWarning(plan)).toEqual({
    code: "cron_run_input",
    message:
      'Step 1 "Read the order" uses the run input, and a schedule without a fixed input starts runs without one. Steps 3 "check" and 4 "send" work on what comes of it. Give the schedule a fixed input, or start the runs by a webhook or by hand.',
  });
});

test.each([
  ["a template", { input: { to: "${input.email}" } }],
  ["a whole value", { input: { rows: "$input.rows" } }],
  ["a condition", { if: "$input.total > 100" }],
  [
    "what is looked at before",
    {
      precondition: {
        tool: "read",
        input: { to: "$input.id" },
        path: "",
        op: "exists" as const,
        value: null,
      },
    },
  ],
  ["a time to wait for", { wait: { until: "$input.at" } }],
])("run input that is read in %s counts", (_where, over) => {
  const warning = cronRunInputWarning(makePlan({ a: [] }, { a: over }));

  expect(warning?.message).toContain('Step 1 "a" uses the run input');
});

test("a fixed input is said to be the same for all runs, and what it lacks is named", () => {
  const plan = makePlan(
    { a: [], b: [] },
    { a: { ...usesInput, input: { to: "$input.to", id: "$input.order.id" } }, b: { if: "$input.total > 1" } },
  );

  expect(cronRunInputWarning(plan, { to: "x", order: { id: 1 }, total: 2 })?.message).toBe(
    'Steps 1 "Read the order" and 2 "b" use the run input, and all runs of a schedule get the same fixed one. Where each run needs its own, start the runs by a webhook or by hand.',
  );
  expect(cronRunInputWarning(plan, { to: "x", order: {} })?.message).toContain(
    'The fixed input does not have "$input.order.id", "$input.total".',
  );
});

test("of very many steps some are named", () => {
  const ids = Array.from({ length: 40 }, (_item, index) => `s${index + 1}`);
  const plan = makePlan(
    Object.fromEntries(ids.map((id) => [id, []])),
    Object.fromEntries(ids.map((id) => [id, { usesRunInput: true }])),
  );

  expect(cronRunInputWarning(plan)?.message).toMatch(
    /^Steps 1 "s1", 2 "s2", 3 "s3" and 37 more use the run input/,
  );
});

test("an agent that is archived or has nothing saved starts no run", () => {
  const agent = { name: "Orders", status: "active", snapshotId: "snap_1" };

  expect(agentWarnings(agent)).toEqual([]);
  expect(agentWarnings({ ...agent, snapshotId: null, status: "archived" }).map(({ code }) => code)).toEqual([
    "agent_archived",
    "nothing_saved",
  ]);
});
