import { expect, test } from "vitest";
import { stepRows, subjectOf } from "#web/blueprint/step-rows.ts";
import { makeStep } from "#test/make.ts";

const nameOf = (id: string) => `the step ${id}`;

function rowsOf(over: Parameters<typeof makeStep>[2], dependsOn: string[] = []) {
  return stepRows(makeStep("send", dependsOn, over), nameOf).map(({ path, value }) => [path, value]);
}

test("a plain step says its texts, who does it and what it waits for, and nothing that it leaves open", () => {
  expect(rowsOf({}, ["collect", "write"])).toEqual([
    ["title", "send"],
    ["instructions", "Do send."],
    ["expectedOutput", "send is done."],
    ["kind", "The language model"],
    ["dependsOn.collect", "the step collect"],
    ["dependsOn.write", "the step write"],
  ]);
  expect(rowsOf({ instructions: " ", expectedOutput: "" })).toEqual([
    ["title", "send"],
    ["kind", "The language model"],
  ]);
});

test("each parameter of an input is a row of its own, another input is one", () => {
  const input = { path: "list.txt", content: { rows: [1, null] }, __proto__: "x" };

  expect(rowsOf({ kind: "tool", tool: "write_file", input })).toEqual(
    expect.arrayContaining([
      ["tool", "write_file"],
      ["input.path", "list.txt"],
      ["input.content", '{\n "rows": [\n  1,\n  null\n ]\n}'],
    ]),
  );
  expect(rowsOf({ input: ["a", "b"] })).toContainEqual(["input", '[\n "a",\n "b"\n]']);
  expect(rowsOf({ input: null })).toContainEqual(["input", "null"]);
});

test.each([
  [{ kind: "tool" as const }, ["kind", "None yet"]],
  [{ kind: "agent" as const, agent: "mail" }, ["agent", "mail"]],
  [{ kind: "agent" as const }, ["kind", "None yet"]],
  [{ kind: "wait" as const, wait: { seconds: 90 } }, ["wait", "1 min 30 s"]],
  [
    { kind: "wait" as const, wait: { until: "2030-01-01T00:00:00Z" } },
    ["wait", "Until 2030-01-01T00:00:00Z"],
  ],
  [{ kind: "wait" as const }, ["kind", "No time yet"]],
  [{ usesRunInput: true }, ["usesRunInput", "Is given to it"]],
  [{ if: "$a.output.n > 1" }, ["if", "$a.output.n > 1"]],
  [{ approval: {} }, ["approval", "Asks first"]],
  [{ approval: { reason: "It is sent." } }, ["approval", "Asks first: It is sent."]],
  [{ approval: { approvers: 2 } }, ["approval", "Asks 2 people first"]],
  [{ approval: { expiresAfterHours: 48 } }, ["approval", "Asks first. Expires after 2 d."]],
  [
    { approval: { approvers: 3, reason: "It is sent.", expiresAfterHours: 1 } },
    ["approval", "Asks 3 people first: It is sent. Expires after 1 h."],
  ],
  [{ onError: "stop" as const }, ["onError", "Stop the run"]],
  [{ maxAttempts: 5 }, ["maxAttempts", "5"]],
  [{ timeoutSeconds: 30 }, ["timeoutSeconds", "30 s"]],
  [{ verifies: "mail" }, ["verifies", "the step mail"]],
  [{ outputSchema: { type: "string" } }, ["outputSchema", '{"type":"string"}']],
  [
    { check: { path: "$.ok", op: "==" as const, value: true, everySeconds: 60, withinSeconds: 3_600 } },
    ["check", "$.ok == true, looked at every 1 min for 1 h"],
  ],
  [
    { precondition: { tool: "http_request", path: "$.status", op: "!=" as const, value: 404 } },
    ["precondition", "http_request: $.status != 404"],
  ],
])("%j is said as %j", (over, row) => {
  expect(rowsOf(over)).toContainEqual(row);
});

test("three attempts and five minutes are what every step has, so they are not said", () => {
  expect(rowsOf({ maxAttempts: 3, timeoutSeconds: 300 })).toEqual(rowsOf({}));
});

test("what a row says can be told as what was set", () => {
  const told = ["Title", "Waits for", "Done by", "Only if", "If it fails", "Input path"].map(
    (name) => `${subjectOf(name)} of step 3 was set`,
  );

  expect(told).toEqual([
    "Title of step 3 was set",
    "Dependency of step 3 was set",
    "Kind of step 3 was set",
    "Condition of step 3 was set",
    "Error policy of step 3 was set",
    "Input path of step 3 was set",
  ]);
});
