import { expect, test } from "vitest";
import type { Json, JsonSchema } from "#server/core/json.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";
import { makeTool } from "../checked-plan.ts";

const text = { type: "string" };
const READ = { readOnlyHint: true };

/** What is said when the second step gives the first one's output, or a part of it, to a parameter. */
function faults(
  given: Json,
  taken: Json,
  reference = "$a.output.x",
  input: Json = { p: reference },
): string[] {
  const give = makeTool("give", READ, { outputSchema: objectWith({ x: given }) });
  const take = makeTool("take", READ, { inputSchema: objectWith({ p: taken }) });
  const plan = makePlan(
    { a: [], b: ["a"] },
    { a: { kind: "tool", tool: "give" }, b: { kind: "tool", tool: "take", input } },
  );
  return validatePlan(plan, { tools: [give, take], agents: [], hasModel: true }).map(
    ({ severity, code, path, message }) =>
      `${severity} ${code} ${path}: ${message.replace('Step 2 "b" ', "")}`,
  );
}

function objectWith(properties: { [name: string]: Json }): JsonSchema {
  return { type: "object", properties };
}

test("a value goes where a type of it is taken", () => {
  const fitting: [Json, Json][] = [
    [text, text],
    [{ type: "integer" }, { type: "number" }],
    [{ type: "number" }, { type: "integer" }],
    [{ type: ["string", "null"] }, text],
    [text, { type: ["number", "string"] }],
    [{ anyOf: [text, { type: "number" }] }, { type: "integer" }],
    [{ oneOf: [text, { type: "array" }] }, { type: "array" }],
    [{ anyOf: [text, {}] }, { type: "object" }],
    [{ type: "number", nullable: true }, { type: "null" }],
    [{ enum: ["a", "b"] }, { enum: ["b", "c"] }],
    [{ const: 1 }, { type: "integer" }],
    [{ const: { a: 1 } }, { enum: [{ a: 1 }] }],
    [text, { enum: ["a"] }],
    [{ enum: [1.5] }, { type: "number" }],
    [{ enum: [null, 3] }, { type: "number" }],
    [{}, { type: "object" }],
    [true, { type: "object" }],
    [text, {}],
    [{ $ref: "https://example.com/order.json" }, text],
    [{ $ref: "#/$defs/gone" }, text],
    [{ type: "money" }, text],
    [{ allOf: [text, { minLength: 1 }] }, text],
    [{ type: "string", enum: ["a", 5] }, text],
  ];
  for (const [given, taken] of fitting)
    expect([given, taken, faults(given, taken)]).toEqual([given, taken, []]);
});

test("a value that no type of the parameter takes is an error that names both", () => {
  const unfit: [Json, Json, string, string][] = [
    [text, { type: "number" }, "a number", "a text"],
    [text, { type: "integer" }, "a whole number", "a text"],
    [{ type: "array" }, { type: ["number", "boolean"] }, "a number or true or false", "a list"],
    [{ type: "object" }, { type: "array" }, "a list", "an object"],
    [{ type: "null" }, { type: "object" }, "an object", "null"],
    [{ anyOf: [text, { type: "null" }] }, { type: "array" }, "a list", "a text or null"],
    [{ oneOf: [text, { enum: [1] }] }, { type: "array" }, "a list", "a text or a whole number"],
    [{ enum: ["a", "b"] }, { enum: ["c"] }, '"c"', '"a" or "b"'],
    [{ const: true }, { const: false }, "false", "true"],
    [
      { enum: [1, 2, 3] },
      { enum: [4, 5, 6, 7, 8, 9, 10, 11] },
      "4, 5, 6, 7, 8, 9 or one of 2 more",
      "1, 2 or 3",
    ],
    [{ enum: [[1]] }, { type: "number" }, "a number", "[1]"],
    [{ type: "string", enum: ["a", 5] }, { type: "integer" }, "a whole number", '"a"'],
    [
      { allOf: [{ type: ["string", "number"] }, { type: ["number", "array"] }] },
      { type: "array" },
      "a list",
      "a number",
    ],
    [{ allOf: [{ type: "number" }, { type: "integer" }] }, { type: "array" }, "a list", "a whole number"],
    [{ allOf: [text, { enum: ["a"] }] }, { type: "array" }, "a list", '"a"'],
    [{ type: "number", nullable: true }, { type: "array" }, "a list", "a number or null"],
  ];
  for (const [given, taken, takes, is] of unfit) {
    expect([given, taken, faults(given, taken)]).toEqual([
      given,
      taken,
      [
        `error reference_type input/p: gives $a.output.x to input/p of the tool "take", which takes ${takes}; by its schema $a.output.x is ${is}. Refer to another place, or leave it out.`,
      ],
    ]);
  }
});

test("why a step failed is a text, whatever the step gives", () => {
  expect(faults({ type: "number" }, text, "$a.error")).toEqual([]);
  expect(faults({ type: "number" }, { type: "number" }, "$a.error")[0]).toContain("$a.error is a text");
});

test("where a text is taken, braces make one of any value", () => {
  expect(faults({ type: "number" }, text)).toEqual([
    'error reference_type input/p: gives $a.output.x to input/p of the tool "take", which takes a text; by its schema $a.output.x is a number. Write ${a.output.x} for its text, or refer to another place.',
  ]);
  expect(faults({ type: "number" }, text, "${a.output.x}")).toEqual([]);
  expect(faults({ type: "number" }, { enum: ["a"] })[0]).toMatch(
    /Refer to another place, or leave it out\.$/,
  );
});

test("a status is one of three texts", () => {
  expect(faults({}, { type: "boolean" }, "$a.status")).toEqual([
    'error reference_type input/p: gives $a.status to input/p of the tool "take", which takes true or false; by its schema $a.status is "completed", "failed" or "skipped". Refer to another place, or leave it out.',
  ]);
  expect(faults({}, text, "$a.status")).toEqual([]);
  expect(faults({}, { enum: ["ok", "failed"] }, "$a.status")).toEqual([]);
  expect(faults({}, { enum: ["ok"] }, "$a.status")).toHaveLength(1);
});

test("a schema is followed inside: to fields, items, other fields and other places of the same schema", () => {
  const number = { type: "number" };
  const inside: [Json, string][] = [
    [objectWith({ y: number }), ".y"],
    [{ type: "array", items: number }, "[3]"],
    [{ type: "array", items: number }, ".3"],
    [{ type: "array", prefixItems: [text, number] }, "[1]"],
    [{ type: "array", prefixItems: [text], items: number }, "[1]"],
    [{ type: "array", items: [text, number] }, "[1]"],
    [{ type: "object", additionalProperties: number }, ".any"],
    [{ type: ["object", "null"], properties: { y: number } }, ".y"],
    [{ anyOf: [objectWith({ y: number }), { type: "null" }] }, ".y"],
    [{ allOf: [objectWith({ y: number }), objectWith({ z: text })] }, ".y"],
    [{ allOf: [{ type: "object" }, objectWith({ y: number })] }, ".y"],
    [{ $ref: "#/properties/x/$defs/a~1b", $defs: { "a/b": objectWith({ y: number }) } }, ".y"],
    [{ type: "object", properties: { y: number }, allOf: [{ type: "object" }] }, ".y"],
  ];
  for (const [given, path] of inside) {
    expect([given, path, faults(given, { type: "boolean" }, `$a.output.x${path}`)]).toEqual([
      given,
      path,
      [expect.stringMatching(/^error reference_type .* is a number\. Refer/)],
    ]);
  }
});

test("what a schema leaves open is no fault", () => {
  const open: [Json, string][] = [
    [{ type: "object" }, ".y"],
    [{ type: "object", additionalProperties: true }, ".y"],
    [{ type: "object", properties: {}, patternProperties: { "^y": text } }, ".y"],
    [{ type: "object", properties: { y: true } }, ".y"],
    [{ type: "array" }, "[0]"],
    [{ type: "array", items: [text] }, "[1]"],
    [{ properties: { y: text } }, ".y"],
    [{ enum: [{ y: 1 }] }, ".y"],
    [{ anyOf: [objectWith({ y: {} }), objectWith({ y: text })] }, ".y"],
    [{ anyOf: [{}, objectWith({ y: text })] }, ".y"],
    [{ $ref: "other.json#/y" }, ".y"],
  ];
  for (const [given, path] of open) {
    expect([given, path, faults(given, { type: "boolean" }, `$a.output.x${path}`)]).toEqual([
      given,
      path,
      [],
    ]);
  }
});

test("a place that no form of the output has is warned of, with the field that is meant", () => {
  const missing: [Json, string, string][] = [
    [objectWith({ y: text }), ".z", ".x.z"],
    [{ type: "object", additionalProperties: false }, ".z", ".x.z"],
    [{ type: "object", properties: { y: text }, additionalProperties: false }, ".y.z", ".x.y.z"],
    [{ type: "array", items: text }, ".title", ".x.title"],
    [{ type: "array", items: text }, ".1a", ".x.1a"],
    [text, ".length", ".x.length"],
    [{ enum: ["a"] }, ".length", ".x.length"],
    [{ anyOf: [objectWith({ y: text }), { type: "null" }] }, ".z", ".x.z"],
  ];
  for (const [given, path, part] of missing) {
    expect(faults(given, {}, `$a.output.x${path}`)).toEqual([
      `warning output_path input/p: refers to $a.output.x${path}, but the output of "a" has no ${part} by its schema. Check the path.`,
    ]);
  }
});

test("references inside lists and objects of the input follow the parameter's schema down", () => {
  const taken = {
    type: "object",
    properties: { list: { type: "array", items: { type: "boolean" } } },
    additionalProperties: { type: "array" },
  };
  const at = (p: Json) => faults(text, taken, "", { p }).map((fault) => fault.split(":")[0]);

  expect(at({ list: [true, "$a.output.x"] })).toEqual(["error reference_type input/p/list/1"]);
  expect(at({ "a/b~c": "$a.output.x" })).toEqual(["error reference_type input/p/a~1b~0c"]);
  expect(at({ list: "$a.output.x" })).toEqual(["error reference_type input/p/list"]);
  expect(at({ list: ["${a.output.x}"] })).toEqual(["error input_schema input/p/list/0"]);
});

test("a whole input that is a reference is looked at too", () => {
  expect(faults(text, {}, "", "$a.output.x")).toEqual([
    'error reference_type input: gives $a.output.x to input of the tool "take", which takes an object; by its schema $a.output.x is a text. Refer to another place, or leave it out.',
  ]);
});

test("a schema that leads to itself, or multiplies its forms, is given up on", () => {
  const loop = { anyOf: [{ $ref: "#/properties/x" }, { $ref: "#/properties/x" }] };
  const choices = { anyOf: Array.from({ length: 19 }, (_, index) => ({ const: `${index}` })) };
  const wide = { allOf: Array.from({ length: 9 }, () => choices) };

  expect(faults(loop, { type: "array" })).toEqual([]);
  expect(faults(wide, { type: "array" })).toHaveLength(1);
});

test("a step's own output schema says more than its tool's", () => {
  const give = makeTool("give", READ, { outputSchema: objectWith({ x: text }) });
  const take = makeTool("take", READ, { inputSchema: objectWith({ p: { type: "number" } }) });
  const plan = makePlan(
    { a: [], c: [], b: ["a", "c"] },
    {
      a: { kind: "tool", tool: "give", outputSchema: objectWith({ x: { type: "number" } }) },
      c: { kind: "reasoning", outputSchema: objectWith({ x: text }) },
      b: { kind: "tool", tool: "take", input: { p: "$a.output.x" } },
    },
  );
  const other = {
    ...plan,
    steps: plan.steps.map((step) => (step.id === "b" ? { ...step, input: { p: "$c.output.x" } } : step)),
  };
  const codes = (checked: typeof plan) =>
    validatePlan(checked, { tools: [give, take], agents: [], hasModel: true }).map((issue) => issue.code);

  expect(codes(plan)).toEqual([]);
  expect(codes(other)).toEqual(["reference_type"]);
});
