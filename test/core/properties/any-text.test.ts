import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCondition } from "#server/core/conditions.ts";
import { evaluateCondition } from "#server/core/evaluate-condition.ts";
import type { Json } from "#server/core/json.ts";
import { parseJson } from "#server/core/parse-json.ts";
import { type Plan, planSchema } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { diffPlans } from "#server/core/plan-diff.ts";
import { importPlan } from "#server/core/plan-import.ts";
import { markdownToPlan, planToMarkdown } from "#server/core/plan-markdown.ts";
import { planToMermaid } from "#server/core/plan-mermaid.ts";
import { findReferences, renameReferences } from "#server/core/references.ts";
import { resolveTemplate } from "#server/core/resolve-template.ts";
import type { Scope } from "#server/core/scope.ts";
import { anyText } from "#test/core/arbitrary-plan.ts";
import { cases } from "#test/property.ts";
import { choicesOf, seeds } from "./choices.ts";
import { damaged } from "./damaged-text.ts";
import { richWorkspace } from "./rich-workspace.ts";
import { conditionFor } from "./valid-condition.ts";
import { smallPlan, validPlan } from "./valid-plan.ts";
import { type Readable, textFor } from "./valid-values.ts";

const { seed } = cases(1);
const [smallOnes, others] = [smallPlan, validPlan].map((plans) => fc.sample(plans, { numRuns: 40, seed }));
const MARKDOWN = (smallOnes ?? []).map(planToMarkdown);
const JSON_TEXTS = [
  ...(others ?? []).map((plan) => JSON.stringify(plan)),
  ...(smallOnes ?? []).map(
    (plan) => `Here it is:\n\`\`\`json\n${JSON.stringify(plan, null, 2)}\n\`\`\`\nThanks`,
  ),
  '{"tasks":[{"name":"a","depends_on":"b","retries":2,"on_error":"fail","shell":"ls"},{"id":"b","capsule":"x"}]}',
  '{"nodes":[{"id":"a"},{"id":"b"}],"edges":[["a","b"],{"from":"b","to":"a"},{"source":1,"target":null}]}',
  '{"jobs":{"a":{"needs":["b"],"if":"${{ steps.b.outputs.x }}"},"b":{"with":{"t":"{{b.output}}"}}}}',
];
const FLOWCHARTS = (others ?? []).map((plan) => `\`\`\`mermaid\n${planToMermaid(plan)}\`\`\``);
const SCOPE: Scope = {
  input: { order: { id: 7 }, list: [1, "two", null] },
  steps: {
    a: { status: "completed", output: { total: 3, items: [{ name: "x" }], deep: [[[{}]]] } },
    "b-2": { status: "failed", output: null },
    c: { status: "skipped", output: "text" },
  },
};
const readable: Omit<Readable, "choices"> = {
  upstream: Object.keys(SCOPE.steps),
  placesOf: () => ["", ".total", ".items[0].name", '["a key"]'].map((path) => ({ path, type: null })),
  usesRunInput: true,
};

/** Texts from a collection after a few accidents, and texts of any sort. */
function damagedOf(texts: readonly string[]): fc.Arbitrary<string> {
  const accidents = fc
    .tuple(fc.constantFrom(...texts), seeds)
    .map(([text, number]) => damaged(text, choicesOf(number)));
  return fc.oneof({ weight: 9, arbitrary: accidents }, { weight: 1, arbitrary: anyText });
}

/** Whatever was read is a draft that every other rule can take. */
function expectUsable(plan: Plan): void {
  expect(planSchema.safeParse(plan)).toMatchObject({ success: true });
  expect(validatePlan(plan, richWorkspace).every(({ message }) => message !== "")).toBe(true);
  expect(diffPlans(null, plan).removed).toEqual([]);
  expect(planToMermaid(plan)).toMatch(/^flowchart TD\n/);
}

test("no damaged Markdown makes the reader throw, and what it reads can be used and written again", () => {
  fc.assert(
    fc.property(damagedOf(MARKDOWN), (text) => {
      const read = markdownToPlan(text);
      if (!read.ok) expect(read.error.message).toMatch(/\S/);
      else {
        expectUsable(read.value);
        expect(markdownToPlan(planToMarkdown(read.value))).toEqual(read);
      }
    }),
    cases(200, 2),
  );
});

test.each([
  ["JSON", JSON_TEXTS],
  ["flowchart", FLOWCHARTS],
  ["Markdown", MARKDOWN],
] as const)("no damaged %s makes bringing it in throw, and what comes in can be used", (form, texts) => {
  fc.assert(
    fc.property(damagedOf(texts), (text) => {
      const read = importPlan(text);
      if (read === null) return;
      if ("error" in read) expect(read.error).toMatch(/\S/);
      else expectUsable(read.plan);
    }),
    form === "Markdown" ? cases(120, 2) : cases(200),
  );
});

test("no damaged JSON makes the JSON reader throw, and it reads what the language's own reader does", () => {
  fc.assert(
    fc.property(damagedOf(JSON_TEXTS), (text) => {
      const read = parseJson(text);
      if (read.ok) expect(read.value).toEqual(JSON.parse(text));
      else {
        expect(read.error.message).toMatch(/\S/);
        expect(() => JSON.parse(text)).toThrow();
      }
    }),
    cases(200),
  );
});

test("no damaged condition makes reading or judging it throw", () => {
  const conditions = seeds.map((number) => conditionFor({ ...readable, choices: choicesOf(number) }, 3));
  fc.assert(
    fc.property(conditions, seeds, fc.boolean(), (sound, number, isSound) => {
      const text = isSound ? sound : damaged(sound, choicesOf(number));
      const read = parseCondition(text);
      if (isSound) expect(read.ok).toBe(true);
      if (!read.ok) {
        expect(read.error.message).toMatch(/\S/);
        expect(read.error.column).toBeGreaterThanOrEqual(1);
        expect(read.error.column).toBeLessThanOrEqual(text.length + 1);
        return;
      }
      const judged = evaluateCondition(read.value, SCOPE);
      if (judged.ok) expect(judged.value).toBeTypeOf("boolean");
      else expect(judged.error.message).toMatch(/\S/);
    }),
    cases(300),
  );
});

test("no damaged template makes finding, following or filling in its references throw", () => {
  const templates = seeds.map((number) => textFor({ ...readable, choices: choicesOf(number) }));
  fc.assert(
    fc.property(templates, seeds, (sound, number) => {
      const text = damaged(sound, choicesOf(number));
      const template: Json = { [text]: [text, { inner: text }] };
      const ids = findReferences(template).map(({ reference }) => JSON.stringify(reference));
      const renamed = renameReferences(template, "a", "b-2");
      const followed = ids.map((reference) => reference.replace('"stepId":"a"', '"stepId":"b-2"'));
      expect(findReferences(renamed).map(({ reference }) => JSON.stringify(reference))).toEqual(followed);
      const filled = resolveTemplate(template, SCOPE);
      if (filled.ok) expect(filled.value).toBeTypeOf("object");
      else expect(filled.error.message).toMatch(/\S/);
    }),
    cases(300),
  );
});
