import { expect, test } from "vitest";
import type { AttemptResult } from "#server/core/attempt.ts";
import type { Step } from "#server/core/plan.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import { publishedRows } from "./published-tables.ts";
import { done, fails } from "./results.ts";
import { openRun } from "./walk.ts";

const broken = fails("No.", "not_retryable");
const unmet: AttemptResult = { type: "precondition_unmet", observation: 1, usage: NO_USAGE };

type Settles = { first?: Partial<Step>; result?: AttemptResult; isRootFirst?: boolean };

/** By what the table calls it: how the dependency `first` comes to be settled so. */
const SETTLES: Record<string, Settles> = {
  "`completed`": { result: done() },
  "`skipped/condition`": { first: { if: "1 == 2" } },
  "`skipped/precondition`": { result: unmet },
  "`skipped/on_error`": { first: { onError: "skip" }, result: broken },
  "`failed` with `continue`": { first: { onError: "continue" }, result: broken },
  "`failed` with `skip_dependents`": { result: broken },
  "`skipped/upstream_failed`": { isRootFirst: true, result: broken },
  "`failed` with `stop`": { first: { onError: "stop" }, result: broken },
};

/** By what the table says of dependents: where one stands then whose `if` holds, or does not. */
const DEPENDENTS: Record<string, [isMet: string, isUnmet: string]> = {
  "may run": ["running", "running"],
  "their `if` decides": ["running", "skipped/condition"],
  "`skipped/upstream_failed`": ["skipped/upstream_failed", "skipped/upstream_failed"],
  "`skipped/stopped` if not started": ["skipped/stopped", "skipped/stopped"],
};

const ROWS = publishedRows("dependency settled as").flatMap(
  ([items = "", plain = "", aware = "", end = ""]) =>
    items.split(", ").map((item) => ({ item, plain, aware, end })),
);

test("the README says of every end of a dependency what follows", () => {
  expect(ROWS.map(({ item }) => item)).toEqual(Object.keys(SETTLES));
});

test.each(ROWS)("a dependency that is $item decides as the README says", ({ item, plain, aware, end }) => {
  const { first = {}, result, isRootFirst = false } = SETTLES[item] ?? {};
  const status = /completed|skipped|failed/.exec(item)?.[0];
  const links = { root: [], first: ["root"], plain: ["first"], met: ["first"], unmet: ["first"], other: [] };
  const run = openRun(
    makePlan(links, {
      first,
      met: { if: `$first.status == '${status}'` },
      unmet: { if: `$first.status != '${status}'` },
    }),
  );
  run.look();
  run.settle("root", isRootFirst ? broken : done());
  if (result && !isRootFirst) run.settle("first", result);

  const [isMet, isUnmet] = DEPENDENTS[aware] ?? [];
  const isFailure = result === broken && first.onError !== "skip";
  expect(run.standing()).toMatchObject({
    plain: DEPENDENTS[plain]?.[0],
    met: isMet,
    unmet: isUnmet,
    other: "running",
  });
  expect(run.step("first")).toMatchObject({
    status,
    ...(isFailure && isRootFirst && { causeStepId: "root" }),
  });
  if (plain.includes("skipped")) expect(run.step("plain").causeStepId).toBe(isRootFirst ? "root" : "first");

  for (const stepId of run.running()) run.settle(stepId, done());
  expect(`\`${run.state().status}\``).toBe(end);
  expect(run.standing()["other"]).toBe("completed");
});
