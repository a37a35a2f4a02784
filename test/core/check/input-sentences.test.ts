import { expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";
import { makeTool } from "../checked-plan.ts";
import { workspace } from "./make-broken.ts";
import { sentencesFor } from "./sentences-for.ts";

test("a reference that nothing takes the place of goes where nothing else goes with it", () => {
  const fields: [Partial<Step>, string | undefined][] = [
    [
      { kind: "tool", tool: "read_file", input: { path: "$zzzz.output" } },
      "Leave path out of the input of step 2",
    ],
    [
      { kind: "tool", tool: "count", input: { "a/b": "$zzzz.output" } },
      'Leave "a/b" out of the input of step 2',
    ],
    [{ kind: "agent", agent: "digest", input: "$zzzz.output" }, "Drop the input of step 2"],
    [{ kind: "tool", tool: "read_file", input: { path: "${zzzz.output} and more" } }, undefined],
    [
      { kind: "agent", agent: "digest", input: { data: { rows: "$zzzz.output", more: 1 } } },
      "Leave data.rows out of the input of step 2",
    ],
    [{ kind: "agent", agent: "digest", input: { rows: ["$zzzz.output", 1] } }, undefined],
    [{ kind: "tool", tool: "http_request", input: { url: "$zzzz.output" } }, undefined],
    [
      { kind: "tool", tool: "http_request", input: { url: "https://example.com", method: "$zzzz.output" } },
      undefined,
    ],
    [{ if: "$zzzz.output == 1" }, undefined],
    [
      {
        precondition: {
          tool: "read_file",
          input: { path: "$zzzz.output" },
          path: "",
          op: "exists",
          value: true,
        },
      },
      undefined,
    ],
    [{ kind: "wait", wait: { until: "$zzzz.output" } }, undefined],
  ];
  for (const [step, sentence] of fields) {
    const plan = makePlan({ a: [], b: ["a"] }, { a: { kind: "tool", tool: "read_file" }, b: step });
    const found = validatePlan(plan, workspace).filter(({ code }) => code === "unknown_reference");
    expect([step, found.map(({ say }) => say)]).toEqual([step, [sentence]]);
  }
});

test("a reference inside a text stays inside its braces", () => {
  const input = { path: "${fetsh.output.content} and ${fetch.output.contnt}" };
  const plan = makePlan(
    { fetch: [], b: ["fetch"] },
    { fetch: { kind: "tool", tool: "read_file" }, b: { kind: "tool", tool: "read_file", input } },
  );

  expect(validatePlan(plan, workspace).map(({ say }) => say)).toEqual([
    'Replace "${fetsh.output.content}" with "${fetch.output.content}" in step 2',
    'Replace "${fetch.output.contnt}" with "${fetch.output.content}" in step 2',
  ]);
});

test("a text with quotation marks stands between backticks", () => {
  const input = { path: '$a["content"]' };

  expect(sentencesFor({ kind: "tool", tool: "read_file", input })).toEqual([
    'Replace `$a["content"]` with "$a.output.content" in step 2',
  ]);
});

test("no sentence takes a precondition away, so that the step would always run", () => {
  const look = (input: Step["input"]) =>
    sentencesFor({ precondition: { tool: "read_file", input, path: "", op: "exists", value: true } });

  expect(look({ path: 5 })).toEqual([undefined]);
  expect(new Set(look({ pth: "x" }))).toEqual(new Set([undefined]));
});

test("a value of another type is written as text where a text belongs, and left out elsewhere", () => {
  const inputs: [Step["input"], string][] = [
    [{ path: true }, 'Set the path of step 2 to "true"'],
    [{ path: ["a"] }, "Leave path out of the input of step 2"],
    [{ lines: "many" }, "Leave lines out of the input of step 2"],
    [{ lines: 1.5 }, "Leave lines out of the input of step 2"],
  ];
  for (const [input, sentence] of inputs)
    expect(sentencesFor({ kind: "tool", tool: "read_file", input })).toEqual([sentence]);
  expect(sentencesFor({ kind: "tool", tool: "count", input: { list: [5, "a"] } })).toEqual([undefined]);
  expect(sentencesFor({ kind: "tool", tool: "count", input: { options: { zzzzz: 1 } } })).toEqual([
    "Leave options.zzzzz out of the input of step 2",
  ]);
});

test("no sentence sets a webhook or undoes a schedule for the run input", () => {
  const said = (hasCron: boolean, hasWebhook: boolean) =>
    sentencesFor({ usesRunInput: true }, { triggers: { hasCron, hasWebhook } });

  expect(said(false, false)).toEqual([undefined, undefined]);
  expect(said(true, false)).toEqual([undefined, undefined]);
  expect(said(true, true)).toEqual([undefined, undefined]);
});

test("a near field that is given already takes nobody's place", () => {
  expect(sentencesFor({ kind: "tool", tool: "read_file", input: { path: "a", pth: "b" } })).toEqual([
    "Leave pth out of the input of step 2",
  ]);
});

test("names that are no plain words stand in quotes, and what cannot be quoted is not said", () => {
  const left = (name: string) =>
    sentencesFor({ kind: "tool", tool: "read_file", input: { path: "a", [name]: 1 } });

  expect(left("x and y")).toEqual(['Leave "x and y" out of the input of step 2']);
  expect(left('the "x"')).toEqual(['Leave `the "x"` out of the input of step 2']);
  expect(left('`x` or "y"')).toEqual([undefined]);
  expect(sentencesFor({ kind: "tool", tool: "count", input: { options: { "a b": true } } })).toEqual([
    undefined,
  ]);
  const depends = (id: string) =>
    validatePlan(makePlan({ a: [], b: ["a", id] }), workspace).map(({ say }) => say);
  expect(depends("review-the_draft")).toEqual(["Remove the dependency of step 2 on review-the_draft"]);
  for (const id of ["it", "x and y", "12", "step 9", ""])
    expect(depends(id)).toEqual([`Remove the dependency of step 2 on "${id}"`]);
  expect(depends('`x` "y"')).toEqual([undefined]);
});

test("a condition is mended where it is certain what is meant, and never taken away", () => {
  const mended: [condition: string, sentence: string | undefined][] = [
    ["$a.status = 'failed'", "$a.status == 'failed'"],
    ["$a.status === 'failed'", "$a.status == 'failed'"],
    ["$a.status !== 'failed'", "$a.status != 'failed'"],
    ["$a.output.bytes => 3 AND $a.output.bytes =< 9", "$a.output.bytes >= 3 && $a.output.bytes <= 9"],
    ["$a.status == failed or $a.status == 'skipped'", "$a.status == 'failed' || $a.status == 'skipped'"],
    ["($a.status == failed)", "($a.status == 'failed')"],
    ["$a.output.ok == True & $a.output.ok != NULL", "$a.output.ok == true && $a.output.ok != null"],
    ["$a.output.ok == true | $a.output.ok != 3", "$a.output.ok == true || $a.output.ok != 3"],
    ["$a.total > 3 and $a.status == failed", "$a.output.total > 3 && $a.status == 'failed'"],
    ["$a.output.bytes >> 3", undefined],
    ["$a.status == not failed", undefined],
    ["$a.status == in progress", undefined],
    ["not $a.output.ok == 1", undefined],
    ["approved", undefined],
    ["$a.output.bytes > 3 &&", undefined],
    ["$zz.total > 3", undefined],
    [`${"$a.output.bytes = 3 & ".repeat(11)}$a.output.bytes = 3`, undefined],
  ];
  for (const [condition, sentence] of mended)
    expect([condition, sentencesFor({ if: condition }).at(0)]).toEqual([
      condition,
      sentence && `Run step 2 only if ${sentence}`,
    ]);
});

test("inside an object or a list no value is set by a sentence", () => {
  const modes = makeTool(
    "modes",
    { readOnlyHint: true },
    {
      inputSchema: {
        type: "object",
        properties: {
          options: {
            type: "object",
            properties: {
              mode: { enum: ["fast", "slow", 3] },
              size: { type: "integer" },
              name: { type: "string" },
              style: { type: "object", properties: { "line width": {} }, additionalProperties: false },
            },
            required: ["size"],
          },
        },
      },
    },
  );
  const mended = (options: Step["input"]) =>
    sentencesFor(
      { kind: "tool", tool: "modes", input: { options: options ?? null } },
      { tools: [...workspace.tools, modes] },
    );

  expect(mended({ size: 1, mode: "Fast" })).toEqual([undefined]);
  expect(mended({ size: 1, mode: 4 })).toEqual(["Leave options.mode out of the input of step 2"]);
  expect(mended({ size: 1, name: 5 })).toEqual([undefined]);
  expect(mended({ size: "many" })).toEqual([undefined]);
  expect(mended({ size: 1, style: { "line-width": 1 } })).toEqual([undefined]);
  expect(mended([])).toEqual(["Leave options out of the input of step 2"]);
});

test("an input that is none goes only when the tool needs nothing of it", () => {
  expect(sentencesFor({ kind: "tool", tool: "count", input: "all" })).toEqual(["Drop the input of step 2"]);
  expect(sentencesFor({ kind: "tool", tool: "http_request", input: "https://example.com" })).toContain(
    undefined,
  );
  expect(sentencesFor({ kind: "tool", tool: "http_request", input: "https://example.com" })).not.toContain(
    "Drop the input of step 2",
  );
});
