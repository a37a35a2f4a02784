import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { issuesOf, makeTool, workspace } from "./checked-plan.ts";

test("references lead to earlier steps only, and to the run input only where it is received", () => {
  const plan = (step: Partial<Step>) =>
    makePlan({ a: [], b: ["a"], c: ["b"], d: [] }, { c: { kind: "tool", tool: "read", ...step } });
  const codes = (step: Partial<Step>) =>
    issuesOf(plan(step)).map((issue) => [issue.code, issue.severity, issue.path]);

  expect(codes({ input: { x: "$a.output.y", y: "${b.status}" }, if: "$a.status == 'failed'" })).toEqual([]);
  expect(codes({ input: ["$d.output"] })).toEqual([
    ["input_schema", "error", "input"],
    ["reference_not_ancestor", "error", "input/0"],
  ]);
  expect(codes({ input: { x: "$z.output" } })).toEqual([["unknown_reference", "error", "input/x"]]);
  expect(codes({ input: { x: "$c.output" } })).toEqual([["reference_not_ancestor", "error", "input/x"]]);
  expect(codes({ if: "$z.status == 'failed'" })).toEqual([["unknown_reference", "error", "if"]]);
  expect(codes({ input: { x: "$input.q" } })).toEqual([["run_input_not_declared", "error", "input/x"]]);
  expect(codes({ input: { x: "$input.q" }, usesRunInput: true })).toEqual([]);
  expect(
    codes({ precondition: { tool: "read", input: "$d.output", path: "", op: "exists", value: true } }),
  ).toContainEqual(["reference_not_ancestor", "error", "precondition.input"]);
  expect(codes({ if: "$a.status = 1" })).toEqual([["condition_syntax", "error", "if"]]);
  expect(codes({ input: { x: "Total: $a.output.n, price $5.00" } })).toEqual([
    ["unknown_reference", "warning", "input"],
  ]);
  expect(issuesOf(plan({ if: "$d.status == 'failed'" })).map((issue) => issue.message)).toEqual([
    'Step 3 "c" refers to $d.status, but does not wait for "d". Make it depend on that step, or remove the reference.',
  ]);
});

test("what looks like a reference and is none is named, with what was meant", () => {
  const said = (x: Json) =>
    issuesOf(makePlan({ a: [], b: ["a"] }, { b: { kind: "tool", tool: "read", input: { x } } })).map(
      (issue) => `${issue.severity} ${issue.code}: ${issue.message}`,
    );

  expect(said("$a.total")).toEqual([
    'error reference_field: Step 2 "b" refers to $a.total, but a step has .output, .status and .error. Write $a.output.total.',
  ]);
  expect(said("Sum: ${a.total}")).toHaveLength(1);
  expect(said("$a.status.code")).toEqual([
    'error reference_field: Step 2 "b" refers to $a.status, but a step has .output, .status and .error. Write $a.status alone.',
  ]);
  expect(said('$a.output["a b"]')).toEqual([]);
  expect(said('$a.output.rows[0]["price (net)"]')).toEqual([]);
  expect(said("Sum: $a.output.n and $a.output.n")).toEqual([
    'warning unknown_reference: Step 2 "b" has $a.output.n inside a longer text, where it stays as it is. Write ${a.output.n} instead.',
  ]);
  for (const text of [
    "$5.00",
    "$5",
    "$USD",
    "$PATH.x",
    "costs $a.50",
    "a $input",
    "$sum(a.x)",
    "$",
    "$$",
    "$.x",
  ]) {
    expect([text, said(text)]).toEqual([text, []]);
  }
});

test("a path that the output's schema does not have is warned of", () => {
  const outputSchema = {
    type: "object",
    properties: {
      items: { type: "array", items: { type: "object", properties: { title: { type: "string" } } } },
      free: { type: "object" },
      open: { type: "object", properties: {}, additionalProperties: true },
      either: { anyOf: [{ type: "string" }, { type: "object" }] },
    },
  };
  const warned = (path: string, by: "step" | "tool") => {
    const tools = [...workspace.tools, makeTool("list", { readOnlyHint: true }, { outputSchema })];
    const first: Partial<Step> = by === "step" ? { outputSchema } : { kind: "tool", tool: "list" };
    const second: Partial<Step> = { kind: "tool", tool: "read", input: { x: `$a.output${path}` } };
    return issuesOf(makePlan({ a: [], b: ["a"] }, { a: first, b: second }), { tools }).map(
      (issue) => issue.code,
    );
  };

  for (const by of ["step", "tool"] as const) {
    for (const path of ["", ".items[0].title", ".free.x.y", ".open.x", ".either.x"]) {
      expect([path, warned(path, by)]).toEqual([path, []]);
    }
    for (const path of [".total", ".items.title", ".items[0].name", ".items[0].title.x"]) {
      expect([path, warned(path, by)]).toEqual([path, ["output_path"]]);
    }
  }
});
