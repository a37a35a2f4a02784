import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { makeTool, workspace } from "../checked-plan.ts";

function said(input: Json, over: Partial<Step> = {}) {
  const plan = makePlan(
    { fetch: [], sum: [], b: ["fetch", "sum"] },
    { b: { kind: "tool", tool: "read", input, ...over } },
  );
  const tools = [makeTool("read"), makeTool("render_template")];
  return validatePlan(plan, { ...workspace, tools })
    .filter(({ code }) => code === "unknown_reference")
    .map(({ severity, path, message, say }) => ({ severity, path, message, say }));
}

test.each([
  ["{{fetch.output.total}}", "$fetch.output.total"],
  ["{{ fetch.output.total }}", "$fetch.output.total"],
  ["{{{fetch.output}}}", "$fetch.output"],
  ["{{ fetch.output.total | upcase }}", "$fetch.output.total"],
  ["{{fetch.total}}", "$fetch.output.total"],
  ["{{fetch.result.total}}", "$fetch.output.total"],
  ["{{steps.fetch.output.n}}", "$fetch.output.n"],
  ["{{fetsh.output.n}}", "$fetch.output.n"],
])("%s as a whole value is an error that says what works", (text, instead) => {
  expect(said({ x: text })).toEqual([
    {
      severity: "error",
      path: "input",
      message: expect.stringContaining(
        `has "${text}", which is no reference here and would stay as it is written`,
      ),
      say: `Replace "${text}" with "${instead}" in step 3`,
    },
  ]);
});

test("inside a longer text, and deep in a value, it is a warning with the form for texts", () => {
  expect(said({ x: [{ y: "Sum: {{sum.output.total}}." }] })).toEqual([
    {
      severity: "warning",
      path: "input",
      message:
        'Step 3 "b" has "{{sum.output.total}}", which is no reference here and would stay as it is written. Write ${sum.output.total}.',
      say: 'Replace "{{sum.output.total}}" with "${sum.output.total}" in step 3',
    },
  ]);
});

test("in instructions, where nothing is filled in, a step that is named so is told of", () => {
  expect(said({ x: 1 }, { instructions: "Sum up {{fetch.output.rows}}." })).toEqual([
    {
      severity: "warning",
      path: "instructions",
      message:
        'Step 3 "b" has "{{fetch.output.rows}}" in its instructions, where nothing is filled in. Put $fetch.output.rows into its input, or say in words which result is meant.',
      say: undefined,
    },
  ]);
});

test("the run input of another tool is one too, and no step that the plan does not have", () => {
  expect(said({ x: "{{input.name}}" }, { usesRunInput: true })).toMatchObject([
    { say: 'Replace "{{input.name}}" with "$input.name" in step 3' },
  ]);
  expect(said({ x: "{{orders.output}}" })).toMatchObject([{ severity: "warning" }]);
});

test("a template that its tool fills in from data is left alone", () => {
  const input = { template: "Dear {{name}}, {{fetch.total}}", data: { fetch: "$fetch.output" } };
  expect(said(input, { tool: "render_template" })).toEqual([]);
});

test.each([
  "{{name}}",
  "Dear {{customer.name}}",
  "{{#if x}}",
  "{{ 1 + 2 }}",
  "a {{ b",
  "{{user.result_count}}",
])("other texts in such braces are texts: %s", (text) => {
  expect(said({ x: text })).toEqual([]);
});
