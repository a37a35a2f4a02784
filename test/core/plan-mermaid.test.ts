import fc from "fast-check";
import { expect, test } from "vitest";
import { planToMermaid } from "#server/core/plan-mermaid.ts";
import { makePlan } from "#test/make.ts";
import { anyPlan } from "./arbitrary-plan.ts";

test("a plan becomes a flowchart with kinds, conditions, approvals and missing steps", () => {
  const plan = makePlan(
    { end: [], b: ["end"], c: ["b", "gone"], d: ["c"], e: ["d"] },
    {
      end: { kind: "tool", title: 'Say "hi" <b>#1</b>' },
      b: { if: "$end.status == 'failed'" },
      c: { kind: "check" },
      d: { kind: "wait" },
      e: { kind: "agent", approval: {} },
    },
  );

  expect(planToMermaid(plan)).toBe(
    [
      "flowchart TD",
      '  step1["1. Say #34;hi#34; #60;b#62;#35;1#60;/b#62;"]',
      '  step2("2. b<br/>if #36;end.status #61;#61; #39;failed#39;")',
      '  step3{{"3. c"}}',
      '  step4(["4. d"])',
      '  step5[["5. e<br/>needs approval"]]',
      '  missing1>"gone is missing"]',
      "  step1 -.-> step2",
      "  step2 --> step3",
      "  missing1 --> step3",
      "  step3 --> step4",
      "  step4 --> step5",
      "",
    ].join("\n"),
  );
});

test("a link to an id that two steps share leads to the first, one to a missing step to one node", () => {
  const { steps, ...plan } = makePlan({ a: ["gone"], b: ["a", "gone"] });
  const twice = { ...plan, steps: [...steps, ...steps] };

  expect(planToMermaid(twice).match(/^ {2}\w+ --> \w+$/gm)).toEqual([
    "  missing1 --> step1",
    "  step1 --> step2",
    "  missing1 --> step2",
    "  missing1 --> step3",
    "  step1 --> step4",
    "  missing1 --> step4",
  ]);
  expect(planToMermaid(twice).match(/is missing/g)).toHaveLength(1);
});

test("no title or id can write anything but its own label", () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      for (const line of planToMermaid(plan).trimEnd().split("\n").slice(1)) {
        expect(line).toMatch(
          /^ {2}(step|missing)\d+ (-->|-\.->) step\d+$|^ {2}(step|missing)\d+[[({>]+"[^"`]*"[\])}]+$/,
        );
      }
    }),
    { numRuns: 100 },
  );
});
