import { expect, test } from "vitest";
import { diffPlans } from "#server/core/plan-diff.ts";
import { countsText, diffCounts, diffRows } from "#web/diff-words.ts";
import { makePlan } from "#test/make.ts";

test("each changed step is one row that says what changed", () => {
  const before = makePlan({ fetch: [], clean: ["fetch"], send: ["clean"] });
  const after = makePlan(
    { fetch: [], clean: ["fetch"], send: ["clean", "fetch"] },
    { fetch: { maxAttempts: 5 }, clean: { title: "Clean up", if: "$fetch.status == 'completed'" } },
  );

  const details = diffRows(diffPlans(before, after)).map((row) => `${row.number} ${row.detail}`);

  expect(details).toEqual(["1 attempts: 5", "2 title, condition", "3 after +1"]);
});

test("a changed approval says whom it asks", () => {
  const before = makePlan({ send: [], mail: [] }, { mail: { approval: {} } });
  const after = makePlan({ send: [], mail: [] }, { send: { approval: { approvers: 2 } } });

  expect(diffRows(diffPlans(before, after)).map((row) => row.detail)).toEqual([
    "Asks 2 people first",
    "No longer asks first",
  ]);
});

test("a setting that is taken back is told with the default that holds again", () => {
  const graph = { fetch: [], clean: [], send: [], mail: [] };
  const before = makePlan(graph, {
    fetch: { maxAttempts: 5 },
    clean: { onError: "continue" },
    send: { timeoutSeconds: 20 },
    mail: { if: "$fetch.status == 'completed'" },
  });

  expect(diffRows(diffPlans(before, makePlan(graph))).map((row) => row.detail)).toEqual([
    "attempts: 5 → 3",
    "on error: continue → skip_dependents",
    "timeout: 20 → 300",
    "no condition",
  ]);
});

test("a link is told by numbers, also to a step that stays as it is and was renamed long ago", () => {
  const title = { alpha: { title: "Fetch the orders" } };
  const before = makePlan({ alpha: [], beta: [], send: ["beta"] }, title);
  const after = makePlan({ alpha: [], beta: [], send: ["alpha"] }, title);

  expect(diffRows(diffPlans(before, after)).map((row) => row.detail)).toEqual(["after +1 −2"]);
});

test("counts add up to the rows and read as a sentence", () => {
  const before = makePlan({ fetch: [], clean: ["fetch"] });
  const after = makePlan({ fetch: [], send: ["fetch"] });
  const diff = diffPlans(before, after);

  expect(diffCounts(diff)).toEqual({ added: 1, changed: 0, removed: 1 });
  expect(countsText(diffCounts(diff))).toBe("1 added, 1 removed");
  expect(countsText({ added: 0, changed: 0, removed: 0 })).toBe("no steps changed");
});

test("a removed step keeps the number that it had", () => {
  const diff = diffPlans(makePlan({ a: [], b: [], c: [] }), makePlan({ a: [], c: [] }));

  expect(diffRows(diff).find((row) => row.mark === "removed")).toMatchObject({ number: 2, title: "b" });
});

test("the first plan is told by its steps, later changes to the plan itself have a row", () => {
  const plan = makePlan({ fetch: [] });

  expect(diffRows(diffPlans(null, plan)).map((row) => row.title)).toEqual(["fetch"]);
  expect(diffRows(diffPlans(plan, { ...plan, objective: "More" }))).toMatchObject([
    { title: "Plan objective", detail: "More" },
  ]);
});
