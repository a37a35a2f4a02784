import { expect, test } from "vitest";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";
import { makeTool, workspace } from "../checked-plan.ts";

/** What is said of a text in the input of a step that waits for "fetch" and "sum". */
function said(text: string) {
  const plan = makePlan(
    { fetch: [], sum: [], b: ["fetch", "sum"] },
    { b: { kind: "tool", tool: "read", input: { x: text } } },
  );
  return validatePlan(plan, workspace).map((issue) => [
    `${issue.severity} ${issue.code} ${issue.path}`,
    issue.message.replace('Step 3 "b" ', ""),
    issue.say,
  ]);
}

const STAYS = "which is no reference and would stay as it is written.";

test("a text that was meant as a reference is replaced by the reference that was meant", () => {
  const meant: [string, string][] = [
    ["$fetch.total", "$fetch.output.total"],
    ["$fetch.total[0].x", "$fetch.output.total[0].x"],
    ["${fetch.total}", "${fetch.output.total}"],
    ["$fetch.result.total", "$fetch.output.total"],
    ["$fetch.response", "$fetch.output"],
    ["$fetch.status.code", "$fetch.status"],
    ["${fetch.status.code}", "${fetch.status}"],
    ["$fetch", "$fetch.output"],
    ["${ fetch.output.n }", "${fetch.output.n}"],
    ["$steps.fetch.output.n", "$fetch.output.n"],
    ["${steps.fetch.status}", "${fetch.status}"],
    ["$run.input.t", "$input.t"],
    ["${trigger.payload.t}", "${input.t}"],
    ["$fetsh.total", "$fetch.output.total"],
    ["${jobs.fetsh.result}", "${fetch.output}"],
    ["$fetch[0]", "$fetch.output[0]"],
    ["${sum[0].x}", "${sum.output[0].x}"],
    ["$steps.fetch.status.x", "$fetch.output.status.x"],
  ];
  for (const [text, instead] of meant) {
    expect([text, said(text).map(([, , say]) => say)]).toEqual([
      text,
      [`Replace "${text}" with "${instead}" in step 3`],
    ]);
  }
});

test("inside a longer text only the part that was meant as a reference is replaced", () => {
  expect(said("Sum: ${sum.total}, all: $fetch.output.n.")).toEqual([
    [
      "error reference_field input",
      "refers to $sum.total, but a step has .output, .status and .error. Write ${sum.output.total}.",
      'Replace "${sum.total}" with "${sum.output.total}" in step 3',
    ],
    [
      "warning unknown_reference input",
      "has $fetch.output.n inside a longer text, where it stays as it is. Write ${fetch.output.n} instead.",
      'Replace "$fetch.output.n" with "${fetch.output.n}" in step 3',
    ],
  ]);
  expect(said("from $input.a on")).toEqual([
    [
      "warning unknown_reference input",
      "has $input.a inside a longer text, where it stays as it is. Write ${input.a} instead.",
      'Replace "$input.a" with "${input.a}" in step 3',
    ],
  ]);
});

test("what only the person can tell has no sentence", () => {
  expect(said("${fetch.output.n + 1}")).toEqual([
    [
      "warning unknown_reference input",
      'has "${fetch.output.n + 1}", which stays as it is written: braces take a reference and nothing else. Write ${fetch.output.n}, and compute in a step of its own.',
      undefined,
    ],
  ]);
  expect(said("${input.n * 2}")).toHaveLength(1);
  expect(said("$shop.total")).toEqual([
    [
      "warning unknown_reference input",
      `has "$shop.total", ${STAYS} "shop" is not a step of this plan. A step's result is $id.output, the run input $input.`,
      undefined,
    ],
  ]);
  expect(said("$steps.shop.total")).toHaveLength(1);
  expect(said("Dear ${steps.shop.total}")).toHaveLength(1);
});

test("a word that a step is called by is that step, whatever else it may mean", () => {
  expect(said("$sum[0]")).toEqual([
    [
      "warning unknown_reference input",
      `has "$sum[0]", ${STAYS} Write $sum.output[0].`,
      'Replace "$sum[0]" with "$sum.output[0]" in step 3',
    ],
  ]);
  for (const text of ["$max[0]", "$HOME[0]", "$SUM", "$5.00 7", "$(fetch)", "a $(fetch) b", "$shop"])
    expect([text, said(text)]).toEqual([text, []]);
});

test("the same text twice is one issue, and a text with a circle of braces none", () => {
  const input = { x: ["$fetch.total", { y: "$fetch.total" }] };
  const plan = makePlan({ fetch: [], b: ["fetch"] }, { b: { kind: "tool", tool: "read", input } });

  expect(validatePlan(plan, workspace)).toHaveLength(1);
  for (const text of [
    "${fetch.output: 1}",
    "${zzz.output + 1}",
    "${fetch.status x}",
    "`${fetch.total}`",
    "$1 $2",
    "${}",
  ])
    expect([text, said(text)]).toEqual([text, text === "${fetch.status x}" ? [expect.anything()] : []]);
});

test("a value that must be one other value is told which", () => {
  const only = makeTool(
    "only",
    { readOnlyHint: true },
    {
      inputSchema: {
        type: "object",
        properties: { mode: { const: "safe" }, note: { type: "string", minLength: 3 } },
      },
    },
  );
  const faults = (input: { [name: string]: string }) =>
    validatePlan(makePlan({ a: [] }, { a: { kind: "tool", tool: "only", input } }), {
      ...workspace,
      tools: [only],
    }).map(({ message, say }) => [message, say]);

  expect(faults({ mode: "fast" })).toEqual([
    [
      'Step 1 "a" gives the tool "only" a wrong input: input/mode must be "safe".',
      "Leave mode out of the input of step 1",
    ],
  ]);
  expect(faults({ note: "x" })).toEqual([
    [
      'Step 1 "a" gives the tool "only" a wrong input: input/note must NOT have fewer than 3 characters.',
      "Leave note out of the input of step 1",
    ],
  ]);
});
