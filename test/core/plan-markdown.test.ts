import fc from "fast-check";
import { expect, test } from "vitest";
import { markdownToPlan, planToMarkdown, readPlanMarkdown } from "#server/core/plan-markdown.ts";
import { makePlan } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { anyPlan, anyText } from "./arbitrary-plan.ts";

test("reading back what was written gives the same plan, whatever its texts hold", {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      expect(markdownToPlan(planToMarkdown(plan))).toEqual({ ok: true, value: plan });
    }),
    cases(200),
  );
});

test("no text makes the reader throw", { timeout: 60_000 }, () => {
  const lines = fc.array(
    fc.oneof(
      anyText,
      fc.constantFrom(
        "# Plan",
        "## Steps",
        "1. **A**",
        "   - Id: `a`",
        "   - Input: `{`",
        "   - Kind: tool",
        "## Budget",
      ),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(lines, (parts) => {
      const read = markdownToPlan(parts.join("\n"));
      expect(read.ok ? read.value.title : read.error.message).toBeTypeOf("string");
    }),
    cases(500),
  );
});

test("a document reads like one that a person wrote", () => {
  const plan = makePlan(
    { fetch: [], send: ["fetch"] },
    {
      fetch: {
        kind: "tool",
        tool: "http_get",
        input: { url: "https://example.com" },
        title: "Fetch *new* orders",
      },
    },
  );

  expect(planToMarkdown(plan)).toBe(
    [
      "# Test plan",
      "Test objective",
      "## Steps",
      "1. **Fetch \\*new\\* orders**",
      "   Do fetch.",
      '   - Id: `fetch`\n   - Kind: tool\n   - Expected output: fetch is done.\n   - Tool: `http_get`\n   - Input: `{"url":"https://example.com"}`',
      "2. **send**",
      "   Do send.",
      "   - Id: `send`\n   - Kind: reasoning\n   - Depends on: `fetch`\n   - Expected output: send is done.\n",
    ].join("\n\n"),
  );
});

test("a document that a person has touched is read as it is meant", () => {
  const read = markdownToPlan(
    [
      "Here it is:",
      "",
      "# Digest",
      "",
      "Send the *news*",
      "daily.",
      "",
      "## Steps ",
      "These are they:",
      "",
      "1.  Fetch",
      "    - Id: fetch",
      "    - Kind: tool",
      "    - Uses run input: no",
      "2. Send",
      "   it",
      "",
      '   - Id: `"send`',
      "   - Kind: reasoning",
      "   - Depends on: fetch , `fetch`",
      "3. Look",
      "   * Id: look",
      "   * Kind: check",
      "   * Depends on: fetch , send,",
      "",
      "1) Rest",
      "   - Id: rest",
      "   - Kind: wait",
      '   - Wait: {"seconds": 5}',
      "",
      "## Budget",
      "",
      '{"tokens": 5}',
    ].join("\r\n"),
  );
  const step = { instructions: "", expectedOutput: "", dependsOn: [] };

  expect(read).toEqual({
    ok: true,
    value: {
      title: "Digest",
      objective: "Send the news\ndaily.",
      steps: [
        { ...step, id: "fetch", title: "Fetch", kind: "tool", usesRunInput: false },
        { ...step, id: '"send', title: "Send\nit", kind: "reasoning", dependsOn: ["fetch"] },
        { ...step, id: "look", title: "Look", kind: "check", dependsOn: ["fetch", "send"] },
        { ...step, id: "rest", title: "Rest", kind: "wait", wait: { seconds: 5 } },
      ],
      assumptions: [],
      completionCriteria: "",
      budget: { tokens: 5 },
      tags: [],
    },
  });
});

test("where the heading of the steps stands as text, it is text", () => {
  const fenced = "# T\n\n```text\n## Steps\n1. one\n```\n\n## Steps\n\n1. A\n   - Id: `a`\n   - Kind: tool";
  expect(markdownToPlan(fenced)).toMatchObject({
    ok: true,
    value: { objective: "## Steps\n1. one", steps: [{ id: "a" }] },
  });
});

test("a document is read in parts as it is read in one piece", { timeout: 60_000 }, () => {
  const lines = [
    ..."# T|1. **A**|2. B|10. C|3) D|1. ```|   - Id: `a`|   - Input: `1`|   ```|```|  ```|    code||   |text".split(
      "|",
    ),
    ..."   text|    more|## Budget|> q|- x|  - y|<!--|-->|<script>|   <div>|1.|2.|1.  E|1.     F|\t- z|---|***".split(
      "|",
    ),
    ..."===|   ---|## Steps|1. - Id: `b`|2. > q|12. **L**|    - Id: `l`|* x|   \u00a0|\u00a0".split("|"),
  ];
  const line = fc.constantFrom(...lines);
  const document = fc
    .tuple(fc.array(line, { maxLength: 5 }), fc.array(line, { maxLength: 14 }))
    .map(([before, behind]) => ["# T", ...before, "## Steps", "", ...behind].join("\n"));
  // Both are the same heading and as long; at the one with two spaces a document is not cut.
  const readWith = (heading: string, text: string) =>
    JSON.stringify(readPlanMarkdown(text.replace(/^## Steps$/m, heading))).replace(
      /## {1,2}Steps ?/g,
      "## Steps",
    );
  fc.assert(
    fc.property(document, (text) => {
      expect(readWith("## Steps ", text)).toBe(readWith("##  Steps", text));
    }),
    cases(1_000),
  );
});

test("a document that is no plan is refused in words", () => {
  const refusalOf = (text: string) => {
    const read = markdownToPlan(text);
    return read.ok ? "" : read.error.message;
  };

  expect(refusalOf("hello")).toBe("The plan begins with its title as a heading: # Title.");
  expect(refusalOf("# Title\n\ntext")).toBe('The plan has no heading "## Steps".');
  expect(refusalOf("# T\n\n## Steps\n\n## Steps")).toBe('The heading "Steps" stands there twice.');
  expect(refusalOf("# T\n\n## Steps\n\n1. **A**\n   - Id: `a`\n   - Input: `{`")).toContain(
    'Step 1 "A": Input is not valid JSON',
  );
  expect(refusalOf("# T\n\n## Steps\n\n1. **A**\n   - Id: `a`\n   - Approved: yes")).toContain(
    'Unrecognized key: "Approved"',
  );
  expect(refusalOf("# T\n\n## Steps\n\n1. A\n2.\n3. C")).toBe("Step 2 has no title.");
  expect(refusalOf("# T\n\n## Steps\n\n1. ```\n   x")).toBe("Step 1 has no title.");
  expect(refusalOf("# T\n\n## Budget\n\n`{`\n\n## Steps")).toMatch(/^The budget is not valid JSON: /);
  for (const [setting, shown] of [
    ["`code`: x", "code: x"],
    ["- nested", "nested"],
    [": x", ": x"],
  ])
    expect(refusalOf(`# T\n\n## Steps\n\n1. **A**\n   - ${setting}`)).toBe(
      `Step 1 "A": "${shown}" is no setting. Write "Label: value".`,
    );
  expect(refusalOf("# T\n\n## Steps\n\n1. **A**\n   - whatever")).toContain('"whatever" is no setting');
  expect(refusalOf("# T\n\n## Steps\n\n1. **A**")).toContain("steps.0.id");
});
