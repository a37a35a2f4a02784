import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";

const tool = {
  name: "read",
  description: "",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
  policy: "allowed" as const,
};

function said(x: Json, condition?: string): string[] {
  const step = { kind: "tool" as const, tool: "read", input: { x }, ...(condition && { if: condition }) };
  const plan = makePlan({ fetch: [], country: [], b: ["fetch"] }, { b: step });
  return validatePlan(plan, { tools: [tool], agents: [], hasModel: true }).map(
    (issue) => `${issue.severity} ${issue.code}: ${issue.message.replace('Step 3 "b" ', "")}`,
  );
}

const STAYS = "which is no reference and would stay as it is written.";

test("the run input in the words of another tool is named, with how it is written here", () => {
  const meant: [string, string, string][] = [
    ["$run.input", "error", "$input"],
    ["${run.input.t}", "error", "${input.t}"],
    ["$runInput.t", "error", "$input.t"],
    ["$run_input", "error", "$input"],
    ["$run.t", "warning", "$input.t"],
    ["$trigger.t", "warning", "$input.t"],
    ["$trigger.payload.items[0]", "warning", "$input.items[0]"],
    ['$payload["a.b"]', "warning", '$input["a.b"]'],
    ["$Input.t", "warning", "$input.t"],
    ["$payload", "warning", "$input"],
  ];
  for (const [text, severity, instead] of meant) {
    expect(said(text)).toEqual([
      `${severity} unknown_reference: has "${text}", ${STAYS} The run input is $input: write ${instead}.`,
    ]);
  }
  expect(said("Dear ${event.body.name}, hello")).toEqual([
    `warning unknown_reference: has "\${event.body.name}", ${STAYS} The run input is $input: write \${input.name}.`,
  ]);
});

test("a step's result in the words of another tool is named, with how it is written here", () => {
  const meant: [string, string][] = [
    ["$steps.fetch.output", "$fetch.output"],
    ["$steps.fetch", "$fetch.output"],
    ["${steps.fetch.result.total}", "${fetch.output.total}"],
    ["$jobs.fetch.outputs.total", "$fetch.output.total"],
    ["$steps.fetch.status", "$fetch.status"],
  ];
  for (const [text, instead] of meant) {
    expect(said(text)).toEqual([`error unknown_reference: has "${text}", ${STAYS} Write ${instead}.`]);
  }
  expect(said("${fetch.result}")).toEqual([
    "error reference_field: refers to $fetch.result, but a step has .output, .status and .error. Write ${fetch.output}, or ${fetch.output.result} for a field of that name.",
  ]);
  expect(said("$fetch")).toEqual([
    'warning unknown_reference: has "$fetch", which stays as it is written. Write $fetch.output for the result of that step.',
  ]);
});

test("a name that is no step is warned of when it stands alone, and inside a text when it is nearly one", () => {
  expect(said("$shop.total")).toEqual([
    `warning unknown_reference: has "$shop.total", ${STAYS} "shop" is not a step of this plan. A step's result is $id.output, the run input $input.`,
  ]);
  expect(said("${shop.total}")).toHaveLength(1);
  expect(said("Dear ${user.name}")).toEqual([]);
  expect(said("Sum: ${fetsh.total}")).toEqual([
    `warning unknown_reference: has "\${fetsh.total}", ${STAYS} "fetsh" is not a step of this plan. Did you mean "fetch"?`,
  ]);
  expect(said("$steps.gone.output")[0]).toContain('"gone" is not a step of this plan.');
  expect(said("$fetsh.output")).toEqual([
    'error unknown_reference: refers to $fetsh.output, but "fetsh" is not a step of this plan. Did you mean "fetch"?',
  ]);
});

test("a reference with spaces or more in its braces is warned of", () => {
  expect(said("${ fetch.output.n }")).toEqual([
    'warning unknown_reference: has "${ fetch.output.n }", which stays as it is written. Write ${fetch.output.n} without spaces.',
  ]);
  expect(said("${fetch.output.n + 1}")).toEqual([
    'warning unknown_reference: has "${fetch.output.n + 1}", which stays as it is written: braces take a reference and nothing else. Write ${fetch.output.n}, and compute in a step of its own.',
  ]);
  expect(said("$fetch.output.url/page")).toEqual([
    "warning unknown_reference: has $fetch.output.url inside a longer text, where it stays as it is. Write ${fetch.output.url} instead.",
  ]);
});

test("a condition that cannot be read because of such a word says what would work", () => {
  const column =
    "A reference is written $step-id.output, $step-id.status, $step-id.error or $input; there is none at column 1.";
  const advice: [string, string][] = [
    ["$run.input.t == 1", " The run input is $input: write $input.t."],
    ["$steps.fetch.status == 'failed'", " Write $fetch.status."],
    ["$fetch.total > 3", " Write $fetch.output.total."],
    ["$shop.x", ` "shop" is not a step of this plan. A step's result is $id.output, the run input $input.`],
    ["$ > 1", ""],
  ];
  for (const [condition, meant] of advice) {
    expect(said("", condition)).toEqual([
      `error condition_syntax: has a condition with a mistake. ${column}${meant}`,
    ]);
  }
});

test("expressions, templates, prices, variables and program code are left alone", () => {
  for (const text of [
    "$sum(rows.amount)",
    "$each(${ country: $sum(amount) }, function($v, $k) { $k })",
    "$each(${ fetch.output: $v }, function($v) { $v })",
    "rows${country.name: $sum(amount)}",
    "$.x",
    "$.fetch.output",
    "$$",
    "$$.fetch",
    "$uppercase(x)",
    "$now.x",
    "($fetch := rows; $fetch.output.x)",
    "$map(rows, function($input) { $input.amount })",
    "{{ row.amount }}",
    "${{ trigger.name }}",
    "${{ fetch.output }}",
    "{% for row in rows %}{{ row.trigger.name }}{% endfor %}",
    "$5",
    "$5.00",
    "$USD",
    "$HOME/orders",
    "$PATH.x",
    "echo $trigger",
    "`Dear ${event.name}`",
    "costs $a.50",
  ]) {
    expect([text, said(text)]).toEqual([text, []]);
  }
  const numbered = makePlan(
    { 5: [], b: ["5"] },
    { b: { kind: "tool", tool: "read", input: { a: "$5.00", b: "$5" } } },
  );
  expect(validatePlan(numbered, { tools: [tool], agents: [], hasModel: true })).toEqual([]);
});

const name = fc.constantFrom("amount", "rows", "country", "fetch", "trigger", "run", "steps", "v", "total");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("."));
const expression = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    path,
    path.map((text) => `$.${text}`),
    path.map((text) => `$$.${text}`),
    fc.constantFrom("$", "$$", "5", "'text'"),
    fc.tuple(fc.constantFrom("sum", "count", "uppercase", "each"), tie("any")).map(([f, a]) => `$${f}(${a})`),
    fc.tuple(name, tie("any")).map(([key, value]) => `\${ ${key}: ${value} }`),
    fc.tuple(path, tie("any")).map(([key, value]) => `\${${key}: ${value}}`),
    fc.tuple(name, tie("any")).map(([v, body]) => `($${v} := ${body}; $${v}.output.x)`),
    fc.tuple(path, name).map(([list, v]) => `$map(${list}, function($${v}) { $${v}.output + 1 })`),
    fc.tuple(tie("any"), fc.constantFrom("+", "&", "and", "^"), tie("any")).map((parts) => parts.join(" ")),
    fc.tuple(path, tie("any")).map(([list, test]) => `${list}[${test} > 1]`),
  ),
})).any;

test("no expression of the transform tool is taken for a reference", () => {
  fc.assert(
    fc.property(expression, (text) => {
      expect(said(text)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("no template of other names is taken for a reference, and no text makes the check throw", () => {
  const others = fc.constantFrom("amount", "rows", "trigger", "run", "v", "total");
  const piece = fc.oneof(
    fc.array(others, { minLength: 1, maxLength: 3 }).map((names) => `{{ ${names.join(".")} }}`),
    path.map((text) => `\${{ ${text} | upcase }}`),
    path.map((text) => `{% if ${text} %}`),
    fc.constantFrom("Dear ", "$5", "$5.00", "$USD", " and ", "\n", "{% endif %}", "$$", "$ "),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      expect(said(pieces.join(""))).toEqual([]);
    }),
    { numRuns: 500 },
  );
  const broken = fc.constantFrom(
    "$",
    "${",
    "}",
    "fetch",
    ".output",
    "run",
    ".input",
    "[0]",
    "(",
    ":",
    " ",
    '["',
    "`",
  );
  fc.assert(
    fc.property(fc.array(broken, { maxLength: 9 }), (pieces) => {
      for (const message of said(pieces.join(""))) expect(message).toMatch(/\.$|\?$/);
    }),
    { numRuns: 1_000 },
  );
});
