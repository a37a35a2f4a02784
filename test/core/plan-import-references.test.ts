import { expect, test } from "vitest";
import type { Plan } from "#server/core/plan.ts";
import { importedAs } from "./imported.ts";

const STEPS = [
  { id: "fetch", title: "Fetch" },
  { id: "the page", title: "Read it" },
];

function lastStepWith(fields: Record<string, unknown>): Plan["steps"][number] | undefined {
  return importedAs({ title: "T", steps: [...STEPS, { id: "c", title: "C", ...fields }] }).plan.steps.at(-1);
}

test.each([
  // ours, as they are
  ["$fetch.output", "$fetch.output"],
  ["${fetch.output.total}", "${fetch.output.total}"],
  ["It is ${fetch.output.total}.", "It is ${fetch.output.total}."],
  ["It is $fetch.output.total.", "It is $fetch.output.total."],
  ["$fetch.status", "$fetch.status"],
  ["{{ steps.fetch.error }}", "$fetch.error"],
  // in the words of other tools
  ["{{fetch.output}}", "$fetch.output"],
  ["{{ fetch.output.items[0].title }}", "$fetch.output.items[0].title"],
  ["See {{ fetch.output.url }}!", "See ${fetch.output.url}!"],
  ["{{fetch.output}}{{fetch.status}}", "${fetch.output}${fetch.status}"],
  ["$steps.fetch.output.url", "$fetch.output.url"],
  ["See $steps.fetch.output.url!", "See ${fetch.output.url}!"],
  ["${steps.fetch.output}", "$fetch.output"],
  ["${{ steps.fetch.outputs.url }}", "$fetch.output.url"],
  ["${{ needs.fetch.outputs['a b'] }}", "$fetch.output['a b']"],
  ["$(fetch.output)", "$fetch.output"],
  ["$nodes['fetch'].output", "$fetch.output"],
  ['{{ steps["fetch"].output.x }}', "$fetch.output.x"],
  ["{{ $fetch.output }}", "$fetch.output"],
  ["${ fetch.output }", "$fetch.output"],
  // a step by an id that plans cannot have, or by its title
  ["$the page.output", "$the-page.output"],
  ["See $the page.status here", "See $the-page.status here"],
  ["${the page.output.x} and {{the page.output}}", "${the-page.output.x} and ${the-page.output}"],
  ["{{ Read it.output }}", "$the-page.output"],
  // nothing that surely means a step
  ["{{ gone.output }}", "{{ gone.output }}"],
  ["{{ fetch.result }}", "{{ fetch.result }}"],
  ["{{ fetch.output | upper }}", "{{ fetch.output | upper }}"],
  ["{{ fetch.outputs_of }}", "{{ fetch.outputs_of }}"],
  ["{{ fetch.output", "{{ fetch.output"],
  ["$input.x and $5.00 for {name}", "$input.x and $5.00 for {name}"],
  ["fetch.output", "fetch.output"],
])("a reference in an input: %s", (written, ours) => {
  expect(lastStepWith({ input: { deep: [written] } })?.input).toEqual({ deep: [ours] });
});

test.each([
  ["$fetch.output.n > 3", "$fetch.output.n > 3"],
  ["${fetch.output.n} > 3", "${fetch.output.n} > 3"],
  ["${{ steps.fetch.outputs.n > 3 }}", "$fetch.output.n > 3"],
  ["{{ fetch.output.ok }}", "$fetch.output.ok"],
  [
    "fetch.status == 'failed' && {{steps.fetch.output.n}} == 1",
    "$fetch.status == 'failed' && $fetch.output.n == 1",
  ],
  ["$the page.status == 'the page.status'", "$the-page.status == 'the page.status'"],
  ['$fetch.output == "$steps.fetch.output"', '$fetch.output == "$steps.fetch.output"'],
  ["${{ success() }}", "success()"],
  ["${{ a }} && ${{ b }}", "${{ a }} && ${{ b }}"],
  ["gone.output == 1", "gone.output == 1"],
  [true, "true"],
])("a reference in a condition: %s", (written, ours) => {
  expect(lastStepWith({ if: written })?.if).toBe(ours);
});

test("a condition that is longer than any that is read stays as it is", () => {
  const long = `{{fetch.output}}${" ".repeat(4_000)}`;
  expect(lastStepWith({ when: long })?.if).toBe(long);
});

test("references follow in a precondition and a time to wait for, links in what is verified", () => {
  const precondition = { tool: "http_get", path: "", op: "exists", value: null };
  expect(
    lastStepWith({
      precondition: { ...precondition, input: "{{the page.output}}" },
      wait: { until: "${{steps.the page.output.at}}" },
      verifies: "The Page",
    }),
  ).toMatchObject({
    precondition: { ...precondition, input: "$the-page.output" },
    wait: { until: "$the-page.output.at" },
    verifies: "the-page",
  });
  expect(lastStepWith({ precondition, verifies: "gone" })).toMatchObject({ precondition, verifies: "gone" });
});

test("a plan in our own form keeps every text, what other tools would mean included", () => {
  const step = { title: "A", kind: "tool", instructions: "", expectedOutput: "" };
  const plan = {
    title: "T",
    objective: "O",
    steps: [
      { ...step, id: "a", dependsOn: [], input: { template: "{{ a.output }}", none: null } },
      { ...step, id: "b", dependsOn: ["A", "a", "a"], if: "{{ a.output }}", verifies: "A" },
    ],
    assumptions: [],
    completionCriteria: "",
    tags: [],
  };
  expect(importedAs(plan)).toEqual({ plan, issues: [] });

  const renamed = importedAs({
    ...plan,
    steps: [
      { ...step, id: "a b", dependsOn: [], verifies: "a" },
      {
        ...step,
        id: "b",
        dependsOn: ["a b", "x"],
        input: "$a b.output.n",
        if: "$a b.status == 'failed'",
        verifies: "a b",
      },
    ],
  });
  expect(renamed.plan.steps).toEqual([
    { ...step, id: "a-b", dependsOn: [], verifies: "a" },
    {
      ...step,
      id: "b",
      dependsOn: ["a-b", "x"],
      input: "$a-b.output.n",
      if: "$a-b.status == 'failed'",
      verifies: "a-b",
    },
  ]);
  expect(renamed.issues.map(({ message }) => message)).toEqual([
    'Step 1 "A" had the id "a b", which plans cannot have. It is now "a-b", and what links to it follows.',
  ]);
});
