import { expect, test } from "vitest";
import { importPlan } from "#server/core/plan-import.ts";

function errorOf(text: string): string {
  const result = importPlan(text);
  return result !== null && "error" in result ? result.error : "none";
}

test("a message of words, lists or placeholders without a plan is none", () => {
  for (const text of [
    "",
    "Remove step 2",
    "# Title\n\n1. Fetch\n2. Send",
    "use {curly} braces",
    "{name} should get a letter",
    "{name}, please write a letter",
    "{name}: hello",
    "[1] [2] say so",
    "[2026-01-05] deploy",
    "[[page]] is to be read",
    "{{name}}",
    "{{ name }} gets {a letter}",
    "{% for row in rows %}{% endfor %}",
    "[ ] buy milk",
    "[x] done",
    "[ ] buy milk\n[x] done",
    "[x] {done}",
    "[X]",
    "[] empty the bin",
    "[Fetch](https://example.com) the page",
    "[Fetch](https://example.com)",
    "[1] Fetch\n[2] Send",
    "[urgent] Fetch: the orders, then send",
    "[docs]: https://example.com",
    "[the plan for tomorrow",
    '{"a":1} is what the page gives',
    "The page gives [1,2]",
    'Look:\n```json\n{"orders":[{"id":1}]}\n```',
    "```yaml\norders: [a]\n```",
    "```yaml\nsteps:\n```",
    "steps: [a] are all there is",
    "steps:\n  - id: of the customer",
    "Here:\n\ntimeline of the project, as I see it",
    "```js\n[1, 2]\n```",
    "```\nhello\n```",
    "```json\n[1]\n```\n```json\n[2]\n```",
    "# Title\n\n## Steps\n\n1. Fetch\n\n## Notes\n\n- Id: of the customer, in words",
    '[5" nails] are to be ordered',
  ]) {
    expect([text, importPlan(text)]).toEqual([text, null]);
  }
});

test("a message that is JSON and no plan is told so, with what a plan looks like", () => {
  const form =
    ' A plan looks like {"title": "Digest", "steps": [{"id": "fetch", "title": "Fetch the news"}, {"id": "send", "title": "Send them", "dependsOn": ["fetch"]}]}.';
  const faults: [string, string][] = [
    ["{}", "The message is JSON, but no plan."],
    ["[]", "The message is JSON, but no plan."],
    ["[1,2,3]", "The message is JSON, but no plan."],
    ['{"a":1}', "The message is JSON, but no plan."],
    ['```json\n{"orders":[{"id":1}]}\n```', "The message is JSON, but no plan."],
    ["```json\n5\n```", "The message is JSON, but no plan."],
    ["~~~\n[1]", "The message is JSON, but no plan."],
    ['{"title":"x","steps":{"a":1}}', '"steps" takes a list of steps, each an object; "a" is 1.'],
    ['{"Steps":[{"id":"a"},"b",3]}', '"Steps" takes a list of steps, each an object; item 3 is 3.'],
    ['{"plan":{"steps":"a, b"}}', '"steps" takes a list of steps, each an object, and not "a, b".'],
    ['{"steps":null}', '"steps" takes a list of steps, each an object, and not null.'],
  ];
  for (const [text, fault] of faults) expect([text, errorOf(text)]).toEqual([text, fault + form]);
  expect(importPlan(form.slice(form.indexOf("{"), -1))).toMatchObject({ issues: [] });
});

test("a message that begins like JSON and breaks off or goes wrong is answered with the place", () => {
  const broken: [string, string][] = [
    ["{bad", 'A name in double quotes or "}" is missing at line 1, column 2.'],
    ["{bad}", 'A name in double quotes or "}" is missing at line 1, column 2.'],
    ["[bad", 'A value or "]" is missing at line 1, column 2.'],
    ["[bad, 1]", 'A value or "]" is missing at line 1, column 2.'],
    ["{", 'A name in double quotes or "}" is missing at line 1, column 2.'],
    ["[1,\n2", 'A "," or "]" is missing at line 2, column 2.'],
    ['{"a":1},{"a":2}', "There is more behind the end of the value at line 1, column 8."],
    ['{"a":1}}', "There is more behind the end of the value at line 1, column 8."],
    ["{'a': 1}", 'A name in double quotes or "}" is missing at line 1, column 2.'],
    ["```json\n{bad\n```", 'A name in double quotes or "}" is missing at line 2, column 2.'],
    ["```json\nhello\n```", "A value is missing at line 2, column 1."],
  ];
  for (const [text, place] of broken) {
    expect([text, errorOf(text)]).toEqual([
      text,
      `The message begins like JSON and cannot be read: ${place}`,
    ]);
  }
});

test("JSON that was meant to be a plan and cannot be read is answered with line and column", () => {
  expect(errorOf('```json\n{\n  "steps": [\n    {"id": "a",}\n  ]\n}\n```')).toBe(
    "The plan is not valid JSON: A name in double quotes is missing at line 4, column 16.",
  );
  expect(errorOf('{"title":"T","steps":[{"id":"a"}')).toMatch(
    /^The plan is not valid JSON: .* at line 1, column \d+\.$/,
  );
  expect(errorOf('Use it:\n```json\n"steps": [{"id": "a"}]\n```')).toBe(
    "The plan is not valid JSON: There is more behind the end of the value at line 3, column 8.",
  );
  expect(errorOf("{steps: [a]}")).toMatch(/at line 1, column 2\.$/);
});

test("Markdown that would take too long to read is refused with the line", () => {
  const inObjective = (text: string) =>
    `# T\n\n${text}\n\n## Steps\n\n1. Fetch\n   - Id: \`a\`\n   - Kind: reasoning`;
  const nested = "opens more than 10 lists or quotes in one another.";
  const marks = 'has more "*" and "_" than can be read. Bring the plan in as JSON.';
  const tangled: [string, string][] = [
    ["1. ".repeat(20_000), `Line 3 ${nested}`],
    [`${"- ".repeat(20)}\n\n${"> ".repeat(20_000)}`, `Line 5 ${nested}`],
    [`${">".repeat(11)}`, `Line 3 ${nested}`],
    [`- + * ${"- ".repeat(20)}`, `Line 3 ${nested}`],
    [`word\n\n${"*a_".repeat(20_000)}`, `The paragraph at line 5 ${marks}`],
    [`${"*a_".repeat(500)}\r\n\r\n`.repeat(20), `The paragraph at line 21 ${marks}`],
  ];
  for (const [text, message] of tangled)
    expect(errorOf(inObjective(text))).toBe(`The plan in Markdown cannot be read. ${message}`);
  for (const text of [
    "- ".repeat(20),
    "* ".repeat(20),
    "> ".repeat(10),
    "*a_".repeat(50),
    "1.2.3.4.5.6.7.8.9.10.11.12",
  ])
    expect([text, errorOf(inObjective(text))]).toEqual([text, "none"]);
});
