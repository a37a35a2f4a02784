import fc from "fast-check";
import { expect, test } from "vitest";
import { markdownToPlan, planToMarkdown } from "#server/core/plan-markdown.ts";
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
  expect(refusalOf("# T\n\n## Steps\n\n1. **A**\n   - whatever")).toContain('"whatever" is no setting');
  expect(refusalOf("# T\n\n## Steps\n\n1. **A**")).toContain("steps.0.id");
});
