import { expect, test } from "vitest";
import { SHOWN_CHANGE, SHOWN_PLAN_CHANGE } from "#server/core/edit-schema-shown.ts";
import { changeSchema, settingSchema } from "#server/core/edit-schema-settings.ts";
import { planEditSchema } from "#server/core/edit-schema.ts";

type Value = string | number | boolean | null;

const APPROVAL = {
  field: "approval",
  required: true,
  reason: null,
  expiresAfterHours: null,
  approvers: null,
};

const TABLE: [string, Value, unknown][] = [
  ["title", "Write it", { field: "title", value: "Write it" }],
  ["instructions", "Do it.", { field: "instructions", value: "Do it." }],
  ["expectedOutput", "Done.", { field: "expectedOutput", value: "Done." }],
  ["kind", "tool", { field: "kind", value: "tool" }],
  ["approval", true, APPROVAL],
  ["approval", "true", APPROVAL],
  ["approval", false, { ...APPROVAL, required: false }],
  ["approval", null, { ...APPROVAL, required: false }],
  ["approval", '{"reason":"It costs","approvers":2}', { ...APPROVAL, reason: "It costs", approvers: 2 }],
  ["if", "$a.output.ok == true", { field: "if", value: "$a.output.ok == true" }],
  ["if", null, { field: "if", value: null }],
  ["tool", "read_file", { field: "tool", value: "read_file" }],
  ["input", '{"path":"a.csv"}', { field: "input", value: '{"path":"a.csv"}' }],
  ["outputSchema", null, { field: "outputSchema", value: null }],
  ["agent", "reports", { field: "agent", value: "reports" }],
  ["retries", 2, { field: "retries", value: 2 }],
  ["retries", "2", { field: "retries", value: 2 }],
  ["timeoutSeconds", 30, { field: "timeoutSeconds", value: 30 }],
  ["onError", "continue", { field: "onError", value: "continue" }],
  ["usesRunInput", true, { field: "usesRunInput", value: true }],
  ["usesRunInput", "false", { field: "usesRunInput", value: false }],
  ["verifies", 2, { field: "verifies", value: 2 }],
  ["verifies", null, { field: "verifies", value: null }],
  [
    "check",
    '{"path":"$.status","op":"==","value":"ready","everySeconds":60,"withinSeconds":3600}',
    { field: "check", path: "$.status", op: "==", value: "ready", everySeconds: 60, withinSeconds: 3_600 },
  ],
  ["wait", '{"seconds":60}', { field: "wait", seconds: 60, until: null }],
  [
    "precondition",
    '{"tool":"http_request","input":{"url":"https://a.example"},"path":"$.ok","op":"==","value":true}',
    {
      field: "precondition",
      tool: "http_request",
      input: '{"url":"https://a.example"}',
      path: "$.ok",
      op: "==",
      value: true,
    },
  ],
  [
    "precondition",
    null,
    { field: "precondition", tool: null, input: null, path: null, op: null, value: null },
  ],
];

test("every field that a model is shown is read in the short form, as the long form would be", () => {
  for (const [field, value, long] of TABLE) {
    const read = changeSchema.safeParse({ field, value });
    expect([field, value, read.data]).toEqual([field, value, long]);
    expect(changeSchema.parse(long)).toEqual(long);
  }
  expect(new Set(TABLE.map(([field]) => field))).toEqual(new Set(SHOWN_CHANGE.properties.field.enum));
});

test("fields of the plan are read in the short form", () => {
  const table: [string, string, unknown][] = [
    ["title", "Orders", { field: "title", value: "Orders" }],
    ["objective", "All.", { field: "objective", value: "All." }],
    ["completionCriteria", "Sent.", { field: "completionCriteria", value: "Sent." }],
    ["assumptions", '["a","b"]', { field: "assumptions", value: ["a", "b"] }],
    ["tags", "[]", { field: "tags", value: [] }],
    [
      "budget",
      '{"tokens":5}',
      { field: "budget", toolCalls: null, tokens: 5, costUsd: null, wallSeconds: null, approvals: null },
    ],
  ];
  for (const [field, value, long] of table) {
    const read = planEditSchema.safeParse({ op: "set_plan", changes: [{ field, value }] });
    expect(read.data).toEqual({ op: "set_plan", changes: [long] });
  }
  expect(table.map(([field]) => field)).toEqual(SHOWN_PLAN_CHANGE.properties.field.enum);
});

test("a short form that does not hold is refused, naming the field and what is missing", () => {
  const said = (field: string, value: Value) =>
    settingSchema
      .safeParse({ field, value })
      .error?.issues.map((issue) => issue.message)
      .join(" ");

  expect(said("wait", '{"seconds":"soon"}')).toContain('wait.seconds must be of type number, not "soon".');
  expect(said("check", '{"path":"a"}')).toContain("check.op is missing");
  expect(said("check", "when it is ready")).toContain("check.path is missing");
  expect(said("approval", '{"approver":2}')).toContain('"approver"');
  expect(said("retries", "often")).toContain('retries.value must be of type number, not "often".');
  expect(said("usesRunInput", "perhaps")).toContain("usesRunInput.value");
  expect(said("title", "New")).toContain('There is no field "title".');
  expect(said("__proto__", "x")).toContain("There is no field");
});
