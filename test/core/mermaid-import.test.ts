import fc from "fast-check";
import { expect, test } from "vitest";
import { importPlan } from "#server/core/plan-import.ts";
import { planToMermaid } from "#server/core/plan-mermaid.ts";
import { makePlan } from "#test/make.ts";
import { anyPlan, anyText } from "./arbitrary-plan.ts";

function stepsOf(graph: string): string[] | null {
  const imported = importPlan(`Here:\n\`\`\`mermaid\n${graph}\n\`\`\`\nThanks`);
  if (imported === null || "error" in imported) return null;
  return imported.plan.steps.map((step) => `${step.id} "${step.title}" <${step.dependsOn.join(",")}`);
}

test("a fenced flowchart becomes a draft: nodes are steps, arrows are dependencies", () => {
  const graph = [
    "flowchart LR",
    "  %% the nightly job",
    "  fetch[Fetch orders] --> clean(Clean them)",
    '  clean -->|if any| send{{"Send <br/> it"}}',
    "  clean -- else --> log-it([Log it]):::quiet & stop",
    "  subgraph later",
    "  send & log-it -.-> done --> end_all",
    "  end",
    "  classDef quiet fill:#eee",
  ].join("\n");

  expect(stepsOf(graph)).toEqual([
    'fetch "Fetch orders" <',
    'clean "Clean them" <fetch',
    'send "Send it" <clean',
    'log-it "Log it" <clean',
    'stop "stop" <clean',
    'done "done" <send,log-it',
    'end_all "end_all" <done',
  ]);
});

test("a flowchart that this program wrote comes back with its titles and links", () => {
  const plan = makePlan(
    { a: [], b: ["a"], c: ["a", "b"] },
    { b: { title: 'Say "hi" (now)', kind: "check" } },
  );

  expect(stepsOf(planToMermaid(plan))).toEqual([
    'step1 "a" <',
    'step2 "Say "hi" (now)" <step1',
    'step3 "c" <step1,step2',
  ]);
});

test("every flowchart that this program writes keeps its links, and no text makes reading it throw", () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const read = stepsOf(planToMermaid(plan));
      expect(read?.length ?? 0).toBeGreaterThanOrEqual(plan.steps.length);
    }),
    { numRuns: 100 },
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(anyText, fc.constantFrom("a", "-->", "&", "[", "]", "|", "--", "((", "\n", " "))),
      (parts) => {
        const read = stepsOf(`graph TD\n${parts.join("")}`);
        expect(read === null || read.length > 0).toBe(true);
      },
    ),
  );
});

test("a diagram of another kind is no plan", () => {
  expect(stepsOf("sequenceDiagram\n  a->>b: hi")).toBeNull();
  expect(stepsOf("graph TD")).toBeNull();
});
