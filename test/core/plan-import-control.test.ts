import { expect, test } from "vitest";
import { MAX_STEPS } from "#server/core/plan.ts";
import { importedAs } from "./imported.ts";

test.each([
  ["our own form", { dependsOn: [], kind: "reasoning", instructions: "", expectedOutput: "" }],
  ["a looser one", {}],
])("what cannot be seen is left out of titles in %s, and a note says where", (_form, rest) => {
  const steps = [
    { id: "a", title: "Fetch", ...rest },
    { id: "b", title: "Se\u202end\u001b[31m", ...rest, ...("kind" in rest ? {} : { dependsOn: ["a"] }) },
  ];
  const others = { assumptions: [], completionCriteria: "", tags: [] };

  const { plan, issues } = importedAs({
    title: "Di\u0007gest",
    objective: "Read\u0007 it",
    steps,
    ...others,
  });

  expect([plan.title, plan.objective, ...plan.steps.map((step) => step.title)]).toEqual([
    "Digest",
    "Read it",
    "Fetch",
    "Send[31m",
  ]);
  expect(issues.map((issue) => issue.message)).toContain(
    "Characters that cannot be seen were left out of the title of the plan, its objective, the title of step 2.",
  );
});

test("hundreds of such titles make one note", () => {
  const steps = Array.from({ length: MAX_STEPS }, (_, index) => ({
    id: `s${index}`,
    title: `T\u001b${index}`,
  }));

  const { issues } = importedAs({ title: "Long", steps });

  expect(issues).toHaveLength(1);
  expect(issues[0]?.message).toMatch(/the titles of steps 1, 2, .* and 488 more\.$/);
});
