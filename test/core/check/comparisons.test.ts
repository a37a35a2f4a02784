import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";
import { makeTool } from "../checked-plan.ts";

const give = makeTool(
  "give",
  { readOnlyHint: true },
  {
    outputSchema: {
      type: "object",
      properties: {
        rows: { type: "array" },
        page: { type: ["object", "array"] },
        count: { type: "integer" },
        mixed: { type: ["array", "number"] },
        state: { enum: ["open", "closed", 3] },
      },
    },
  },
);

function faults(step: Partial<Step>): string[] {
  const plan = makePlan({ a: [], b: ["a"] }, { a: { kind: "tool", tool: "give" }, b: step });
  return validatePlan(plan, { tools: [give], agents: [], hasModel: true }).map(
    (issue) => `${issue.severity} ${issue.code} ${issue.path}: ${issue.message.replace('Step 2 "b" ', "")}`,
  );
}

function inCondition(condition: string): string[] {
  return faults({ if: condition }).map((fault) =>
    fault.replace("warning reference_type if: compares ", "").replace(" in its condition", ""),
  );
}

test("a condition that asks which of two is greater of a list or an object is warned of", () => {
  const ORDER = "by its schema and has no order. Compare a number or a text in it.";

  expect(faults({ if: "$a.output.rows > 3" })).toEqual([
    `warning reference_type if: compares $a.output.rows in its condition, which is a list ${ORDER}`,
  ]);
  expect(inCondition("3 <= $a.output.page")).toEqual([
    `$a.output.page, which is an object or a list ${ORDER}`,
  ]);
  for (const condition of [
    "!($a.output.rows >= 3)",
    "$a.output.count > 3 && $a.output.rows < 3",
    "$a.output.count > 3 || ($a.output.rows > 3 && true)",
  ])
    expect([condition, inCondition(condition).length]).toEqual([condition, 1]);
});

test("a condition that compares with a value that can never be there is warned of", () => {
  expect(inCondition("$a.status == 'success'")).toEqual([
    '$a.status, which is "completed", "failed" or "skipped" and never "success". Compare with one of these.',
  ]);
  expect(inCondition("'done' != $a.output.state")).toEqual([
    '$a.output.state, which is "open", "closed" or 3 and never "done". Compare with one of these.',
  ]);
});

test("a comparison that may go either way is left alone", () => {
  for (const condition of [
    "$a.output.rows == 'x'",
    "$a.output.mixed > 3",
    "($a.output.count > 3) == 'done'",
    "$a.output.count > 3",
    "$a.output.count == 'many'",
    "$a.status == 'failed'",
    "$a.output.state == '3'",
    "$a.output.state == null",
    "$a.output.state == $a.status",
    "$a.output.state > 'done'",
    "$a.output.rows",
    "!$a.output.rows",
    "$input.rows > 3 && 3 > 2",
  ])
    expect([condition, faults({ if: condition, usesRunInput: true })]).toEqual([condition, []]);
});

type Look = {
  path: string;
  op: ">" | "==" | "!=" | "contains" | "exists";
  value: string | number | boolean | null;
};

function looks(look: Look): string[] {
  const check: Partial<Step> = {
    kind: "check",
    tool: "give",
    check: { ...look, everySeconds: 1, withinSeconds: 9 },
  };
  const asCheck = faults(check);
  const asPrecondition = faults({ precondition: { ...look, tool: "give" } });
  expect(asPrecondition).toEqual(
    asCheck.map((fault) =>
      fault.replaceAll("check.path", "precondition.path").replaceAll("in its check", "in its precondition"),
    ),
  );
  return asCheck;
}

test("what a check or a precondition looks at has to be in what its tool gives", () => {
  expect(looks({ path: "total", op: "==", value: 3 })).toEqual([
    'warning output_path check.path: looks at total in its check, but the output of "give" has no .total by its schema. Check the path.',
  ]);
  expect(looks({ path: "rows[0].title", op: "exists", value: true })).toEqual([]);
  expect(looks({ path: " count ", op: ">", value: 3 })).toEqual([]);
  expect(looks({ path: "", op: "exists", value: true })).toEqual([]);
});

test("what a check or a precondition compares has to make sense for what its tool gives", () => {
  expect(looks({ path: "rows", op: ">", value: 3 })).toEqual([
    'warning reference_type check.path: compares the output of "give" in its check, which is a list by its schema and has no order. Compare a number or a text in it.',
  ]);
  expect(looks({ path: "state", op: "!=", value: "done" })).toEqual([
    'warning reference_type check.path: compares the output of "give" in its check, which is "open", "closed" or 3 and never "done". Compare with one of these.',
  ]);
  for (const value of ["open", 3, null] as Json[])
    expect(looks({ path: "state", op: "==", value: value as string })).toEqual([]);
  expect(looks({ path: "rows", op: "contains", value: 3 })).toEqual([]);
});

test("what a check or a precondition looks at is the person's to say", () => {
  const look = { path: "rows", op: ">", value: 3 } as const;
  const said = (step: Partial<Step>) =>
    validatePlan(makePlan({ a: [] }, { a: step }), { tools: [give], agents: [], hasModel: true }).map(
      ({ say }) => say,
    );

  expect(said({ precondition: { ...look, tool: "give" } })).toEqual([undefined]);
  expect(said({ precondition: { ...look, tool: "give", path: "x" } })).toEqual([undefined]);
  expect(
    said({ kind: "check", tool: "give", check: { ...look, everySeconds: 1, withinSeconds: 9 } }),
  ).toEqual([undefined]);
});
