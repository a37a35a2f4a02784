import fc from "fast-check";
import { withoutControlCharacters } from "#server/core/control-characters.ts";
import type { Json } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";

/** Texts that writers and readers of other forms may stumble over. */
export const AWKWARD = [
  "*bold* _em_ `code` [a](b) <b>x</b> | # > - 1. ~~x~~",
  "**",
  "__",
  "``",
  "\\",
  "a\\",
  "\\*",
  "&amp; &copy; &#35;",
  "# Heading",
  "- item",
  "1. one",
  "> quote",
  "[x] done",
  "***",
  "a  b",
  " lead",
  "trail ",
  "\tTab",
  "line one\nline two",
  "line\r\nreturn",
  "para\n\npara",
  "```\nfence\n```",
  "\u0000\u0001\u001b[31m",
  "a\u200bb\u2060c\ufeff",
  "\u202eabc",
  "שלום עולם",
  "مرحبا",
  "注文を取得する",
  "👩‍👩‍👧‍👦 🇩🇪 é",
  "\ud800",
  "\u2028\u2029",
  "\u00a0x\u00a0",
  "<!-- x -->",
  "<script>alert(1)</script>",
  "http://example.com www.example.com a@b.co",
  "$a.output ${a.output}",
  "Title: with colon",
  '"quoted"',
  "`",
  "``` x",
  "=== ---",
  "---",
  "+",
  "~~~",
  "|a|b|\n|-|-|",
  "![x](y)",
  "x ##",
  "null",
];

export const anyText = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(..."*_[]<>|#`~\\&;!-+.:\"'()1 \n\tab"), maxLength: 25 }),
);

// No edit and no import lets control characters into these.
const anyVisible = anyText.map(withoutControlCharacters);
const anyTitle = fc
  .oneof(anyVisible, fc.constantFrom("Fetch orders", "Send digest"))
  .map((text) => text.slice(0, 120));
// JSON.stringify writes -0 as 0, and `__proto__` is no key that a schema keeps.
const anyJson: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll("__proto__", "proto")) as Json);
const scalar = fc.oneof(anyText, fc.integer(), fc.boolean(), fc.constant(null));
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });

const settings = fc.record({
  outputSchema: optional(
    fc.dictionary(
      fc.string({ maxLength: 8 }).filter((key) => key !== "__proto__"),
      anyJson,
      { maxKeys: 3 },
    ),
  ),
  usesRunInput: optional(fc.boolean()),
  tool: optional(anyText),
  input: optional(anyJson),
  agent: optional(anyText),
  check: optional(
    fc.record({
      path: anyText,
      op: fc.constantFrom("==", "contains", "exists"),
      value: scalar,
      everySeconds: fc.integer({ min: 1, max: 60 }),
      withinSeconds: fc.integer({ min: 1, max: 600 }),
    }),
  ),
  wait: optional(fc.oneof(fc.record({ seconds: fc.nat() }), fc.record({ until: anyText }))),
  if: optional(anyText),
  onError: optional(fc.constantFrom("skip_dependents", "stop", "skip", "continue")),
  maxAttempts: optional(fc.integer({ min: 1, max: 10 })),
  timeoutSeconds: optional(fc.integer({ min: 1, max: 86_400 })),
  approval: optional(
    fc.record({ reason: anyText, approvers: fc.integer({ min: 1, max: 9 }) }, { requiredKeys: [] }),
  ),
  precondition: optional(
    fc.record({ tool: anyText, input: anyJson, path: anyText, op: fc.constant("=="), value: scalar }),
  ),
  verifies: optional(anyText),
});

/** Plans of every shape that the schema allows: sound or broken, with texts of every kind. */
export const anyPlan = anyPlanOf(6);

/** The same with at most so many steps. */
export function anyPlanOf(mostSteps: number): fc.Arbitrary<Plan> {
  return fc
    .record({
      title: anyTitle,
      objective: anyVisible,
      steps: fc.array(
        fc.record({
          id: fc.oneof(
            fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/),
            anyText.filter((id) => id !== ""),
          ),
          title: anyTitle,
          instructions: anyText,
          expectedOutput: anyText,
          dependsOn: fc.array(anyText, { maxLength: 3 }),
          kind: fc.constantFrom("tool", "reasoning", "agent", "check", "wait"),
          settings,
        }),
        { maxLength: mostSteps },
      ),
      assumptions: fc.array(anyText, { maxLength: 3 }),
      completionCriteria: anyText,
      budget: optional(
        fc.record(
          { toolCalls: fc.nat(), costUsd: fc.double({ min: 0, max: 100, noNaN: true }) },
          { requiredKeys: [] },
        ),
      ),
      tags: fc.array(anyText, { maxLength: 3 }),
    })
    .map(({ steps, ...plan }) =>
      withoutUndefined({
        ...plan,
        steps: steps.map(({ settings: more, ...step }) => ({ ...step, ...more }) as Step),
      }),
    );
}

function withoutUndefined(plan: { [Key in keyof Plan]: Plan[Key] }): Plan {
  return JSON.parse(JSON.stringify(plan)) as Plan;
}
