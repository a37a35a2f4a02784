import { ancestry } from "./ancestry.ts";
import { adviceFor, runInputAdvice } from "./check/advice.ts";
import { fieldIssues, planFieldIssues } from "./check/field-issues.ts";
import { graphIssues } from "./check/graph-issues.ts";
import { inputIssues } from "./check/input-issues.ts";
import { referenceIssues } from "./check/reference-issues.ts";
import type { Placed } from "./check/step-issue.ts";
import { type Tools, toolIssues, verifiesIssues } from "./check/tool-issues.ts";
import type { Workspace } from "./check/workspace.ts";
import type { Issue, Plan } from "./plan.ts";

/** Everything that is wrong with a plan, errors before warnings, in step order. Saving takes no errors. */
export function validatePlan(plan: Plan, workspace: Workspace): Issue[] {
  const steps: Placed[] = plan.steps.map((step, index) => ({ step, number: index + 1 }));
  const tools: Tools = new Map(workspace.tools.map((tool) => [tool.name, tool]));
  const isBefore = ancestry(plan.steps);
  const byId = new Map(plan.steps.map((step) => [step.id, step]));
  const stepIds: ReadonlySet<string> = new Set(byId.keys());
  const outputSchemaOf = (id: string) => {
    const step = byId.get(id);
    if (step?.outputSchema || step?.kind !== "tool") return step?.outputSchema;
    return step.tool === undefined ? undefined : tools.get(step.tool)?.outputSchema;
  };
  const verified = new Set(plan.steps.flatMap((step) => step.verifies ?? []));

  const issues = [
    ...planFieldIssues(plan),
    ...graphIssues(steps),
    ...steps.flatMap((placed) => [
      ...fieldIssues(placed),
      ...toolIssues(placed, tools, workspace),
      ...schemaIssues(placed, tools),
      ...referenceIssues(placed, { stepIds, isBefore, outputSchemaOf }),
      ...verifiesIssues(placed, stepIds, isBefore),
      ...adviceFor(placed, tools, verified, workspace),
    ]),
    ...runInputAdvice(steps, workspace.triggers),
  ];
  const rank = ({ severity }: Issue) => (severity === "error" ? 0 : 1);
  return issues.sort((a, b) => rank(a) - rank(b) || (a.stepNumber ?? 0) - (b.stepNumber ?? 0));
}

function schemaIssues(placed: Placed, tools: Tools): Issue[] {
  const { tool, input, precondition } = placed.step;
  const calls = [
    { name: tool, input, field: "input" },
    { name: precondition?.tool, input: precondition?.input, field: "precondition.input" },
  ];
  return calls.flatMap((call) => {
    const definition = call.name === undefined ? undefined : tools.get(call.name);
    return definition && call.input !== undefined
      ? inputIssues(placed, definition, call.input, call.field)
      : [];
  });
}
