import { expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";
import { workspace } from "./make-broken.ts";
import { sentencesFor } from "./sentences-for.ts";

test("a step that waits for this one is no step to refer to, to confirm or to depend on", () => {
  const check = { path: "", op: "exists", value: true, everySeconds: 1, withinSeconds: 9 } as const;
  const asCheck: Partial<Step> = { kind: "check", tool: "read_file", input: {}, check };

  expect(sentencesFor({ kind: "tool", tool: "read_file", input: { path: "$c.output" } })).toEqual([
    "Leave path out of the input of step 2",
  ]);
  expect(sentencesFor({ ...asCheck, verifies: "c" })).toEqual(["Step 2 verifies nothing"]);
  expect(sentencesFor({ ...asCheck, verifies: "b" })).toEqual(["Step 2 verifies nothing"]);
  const ids = makePlan({ "step-one": ["step-twoo"], "step-two": ["step-one"] });
  expect(validatePlan(ids, workspace).map(({ say }) => say)).toEqual([
    "Remove the dependency of step 1 on step-twoo",
  ]);
  const late = makePlan(
    { "step-one": [], "step-two": ["step-one"] },
    { "step-one": { ...asCheck, verifies: "step-twoo" } },
  );
  expect(validatePlan(late, workspace).map(({ say }) => say)).toEqual(["Step 1 verifies nothing"]);
});

test("a mistyped dependency that the step has anyway only goes away", () => {
  const plan = makePlan({ fetch: [], send: ["fetch", "fetsh"] });

  expect(validatePlan(plan, workspace).map(({ say }) => say)).toEqual([
    'Remove the dependency of step 2 on "fetsh"',
  ]);
});

test("a circle is opened where its first step waits", () => {
  const plan = makePlan({ a: ["c"], b: ["a"], c: ["b"], d: ["e"], e: ["d"], f: ["f"] });

  expect(validatePlan(plan, workspace).map(({ code, say }) => [code, say])).toEqual([
    ["cycle", "Step 1 does not depend on step 3"],
    ["cycle", "Step 4 does not depend on step 5"],
    ["self_dependency", "Step 6 does not depend on itself"],
  ]);
});

test("too many steps are merged into the last one that fits", () => {
  const count = (steps: number) =>
    validatePlan(
      makePlan(Object.fromEntries(Array.from({ length: steps }, (_, index) => [`s${index}`, []]))),
      workspace,
    );

  expect(count(500)).toEqual([]);
  expect(count(501).map(({ say }) => say)).toEqual(["Merge steps 500 and 501"]);
  expect(count(503).map(({ say }) => say)).toEqual(["Merge steps 500 to 503"]);
});

test("a circle is opened only where every step still comes behind what it reads", () => {
  const reads = (id: string): Partial<Step> => ({ kind: "agent", agent: "digest", input: `$${id}.output` });
  const opened = (plan: ReturnType<typeof makePlan>) =>
    validatePlan(plan, workspace).flatMap(({ code, say }) => (code === "cycle" ? [say] : []));

  expect(opened(makePlan({ a: ["b"], b: ["a"] }, { a: reads("b") }))).toEqual([
    "Step 2 does not depend on step 1",
  ]);
  expect(opened(makePlan({ a: ["b"], b: ["a"] }, { a: reads("b"), b: reads("a") }))).toEqual([undefined]);
  expect(
    opened(
      makePlan(
        { a: ["b"], b: ["a"] },
        { a: { if: "$b.status == 'failed' && $input.ok", usesRunInput: true } },
      ),
    ),
  ).toEqual(["Step 2 does not depend on step 1"]);
  // A later step reads what only this circle brings before it.
  expect(opened(makePlan({ a: ["b"], b: ["a"], c: ["a"] }, { c: reads("b") }))).toEqual([
    "Step 2 does not depend on step 1",
  ]);
  const confirms: Partial<Step> = {
    kind: "check",
    tool: "read_file",
    check: { path: "", op: "exists", value: true, everySeconds: 1, withinSeconds: 9 },
    verifies: "b",
  };
  expect(opened(makePlan({ a: ["b"], b: ["a"] }, { a: confirms }))).toEqual([
    "Step 2 does not depend on step 1",
  ]);
});

test("of very many circles the first ones are opened by a sentence, all are named", () => {
  const pairs = Array.from({ length: 30 }, (_, index): [string, string[]][] => [
    [`a${index}`, [`b${index}`]],
    [`b${index}`, [`a${index}`]],
  ]);
  const issues = validatePlan(makePlan(Object.fromEntries(pairs.flat())), workspace);

  expect(issues).toHaveLength(30);
  expect(issues.filter(({ say }) => say !== undefined)).toHaveLength(20);
});

test("a link of a step that shares its id is not named by its number", () => {
  const plan = makePlan({ a: [], b: ["c"], c: ["b"] });
  const twice = {
    ...plan,
    steps: [...plan.steps.slice(0, 1), { ...plan.steps[0], id: "b" }, ...plan.steps.slice(1)],
  };

  const [circle] = validatePlan(twice as typeof plan, workspace).filter(({ code }) => code === "cycle");
  expect(circle?.say).toBe("Step 4 does not depend on step 2");
});

test("a dependency by number or title means that step", () => {
  const depends = (link: string) =>
    validatePlan(
      makePlan({ a: [], b: ["a"], c: [link] }, { a: { title: "Fetch the orders" }, c: { title: "" } }),
      workspace,
    ).filter(({ code }) => code === "missing_dependency");

  for (const link of ["step 1", "Step 1", "#1", "1", " fetch the orders "])
    expect([link, depends(link)[0]?.say]).toEqual([link, "Step 3 depends only on step 1"]);
  expect(depends("Fetch the orders")[0]?.message).toContain('Did you mean "a"?');
  for (const link of ["step 3", "step 7", ""])
    expect([link, depends(link)[0]?.say]).toEqual([link, `Remove the dependency of step 3 on "${link}"`]);
});

test("a copy has the title of the step where it can be said, and one made of its words otherwise", () => {
  const copied = (title: string) => {
    const plan = makePlan({ a: [], b: [] }, { b: { title } });
    const twice = { ...plan, steps: plan.steps.map((step) => ({ ...step, id: "a" })) };
    return validatePlan(twice, workspace).find(({ code }) => code === "duplicate_id")?.say;
  };
  const long = `Send. ${"word ".repeat(15)}end`;

  expect(copied(long)).toBe(`Copy step 2 as "${long}" and remove step 2`);
  expect(copied('Second "q"')).toBe('Copy step 2 as "Second q" and remove step 2');
  expect(copied("a\nb")).toBe('Copy step 2 as "A" and remove step 2');
});
