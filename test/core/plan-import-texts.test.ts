import fc from "fast-check";
import { expect, test } from "vitest";
import { importPlan } from "#server/core/plan-import.ts";
import { planToMarkdown } from "#server/core/plan-markdown.ts";
import { cases } from "#test/property.ts";
import { anyPlan, anyText } from "./arbitrary-plan.ts";

test("a plan in our own form comes back as it is, without issues", { timeout: 60_000 }, () => {
  const sound = anyPlan.map((plan) => ({
    ...plan,
    steps: plan.steps.map(({ input, verifies, ...step }, index) => ({
      ...step,
      id: `s${index}`,
      // In Markdown a title or a number names a step as well.
      dependsOn: [...new Set(step.dependsOn)].map((id) => `gone ${id}`),
      ...(verifies !== undefined && { verifies: `gone ${verifies}` }),
      ...(input !== undefined && input !== null && { input }),
    })),
  }));
  fc.assert(
    fc.property(sound, (plan) => {
      expect(importPlan(JSON.stringify(plan))).toEqual({ plan, issues: [] });
      const objective = plan.objective === "" ? plan.title : plan.objective;
      if (plan.steps.length > 0)
        expect(importPlan(planToMarkdown(plan))).toEqual({ plan: { ...plan, objective }, issues: [] });
    }),
    cases(150),
  );
});

test("no task list and no sentence behind a placeholder is taken for JSON", () => {
  const words = fc.stringMatching(/^[a-z][a-z ,:.'"]{0,30}$/);
  const item = fc
    .tuple(fc.constantFrom("[ ] ", "[x] ", "[X] ", "- [ ] ", "[]  "), words)
    .map((parts) => parts.join(""));
  const list = fc.array(item, { minLength: 1, maxLength: 5 }).map((items) => items.join("\n"));
  const sentence = fc.tuple(fc.constantFrom("{name} ", "{{name}}", "[1] ", "[urgent] ", "{% if %}"), words);
  fc.assert(
    fc.property(
      fc.oneof(
        list,
        sentence.map((parts) => parts.join("")),
      ),
      (text) => {
        expect(importPlan(text)).toBeNull();
      },
    ),
    cases(500),
  );
});

test("no text makes the import throw", { timeout: 60_000 }, () => {
  const part = fc.oneof(
    anyText,
    fc.constantFrom(
      "```json",
      "```",
      "~~~",
      '{"steps":',
      "[",
      "]",
      "{",
      "}",
      '"id":"a"',
      '"needs":',
      ",",
      "# T",
      "## Steps",
      "1. **A**",
      "   - Id: `a`",
      "null",
    ),
    fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
    fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify({ steps: [value], title: value })),
    fc.jsonValue({ maxDepth: 2 }).map((value) =>
      JSON.stringify({
        steps: [{ id: value, retry: value, tool: value, needs: value, approval: value, check: value }],
      }),
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), fc.constantFrom("", "\n", " "), (parts, joint) => {
      const result = importPlan(parts.join(joint));
      expect(result === null || "error" in result || Array.isArray(result.plan.steps)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(importPlan("[".repeat(200_000))).toMatchObject({ error: expect.stringContaining("column 200001") });
  expect(importPlan("`".repeat(200_000))).toBeNull();
  expect(importPlan(`{"steps":${"[".repeat(5_000)}${"]".repeat(5_000)}}`)).toMatchObject({
    error: expect.stringContaining("nested deeper"),
  });
});
