import { adviceFor } from "./check/advice.ts";
import { agentIssues } from "./check/agent-issues.ts";
import { type Call, callsOf } from "./check/calls.ts";
import { observationIssues } from "./check/comparison-issues.ts";
import { fieldIssues } from "./check/field-issues.ts";
import { graphIssues } from "./check/graph-issues.ts";
import { inputIssues } from "./check/input-issues.ts";
import { joined } from "./check/joined.ts";
import { type Outline, outlineOf } from "./check/outline.ts";
import { outputSchemaIssues } from "./check/output-schema-issues.ts";
import { planFieldIssues } from "./check/plan-field-issues.ts";
import { priceAdvice } from "./check/price-advice.ts";
import { referenceIssues } from "./check/reference-issues.ts";
import { runInputAdvice } from "./check/run-input-advice.ts";
import { secretIssues, secretsInWords } from "./check/secret-issues.ts";
import { shellIssues } from "./check/shell-issues.ts";
import type { Placed } from "./check/step-issue.ts";
import { templatesOf } from "./check/templates.ts";
import { timeIssues } from "./check/time-issues.ts";
import { toolIssues } from "./check/tool-issues.ts";
import { typeIssues } from "./check/type-issues.ts";
import { verifiesIssues } from "./check/verifies-issues.ts";
import type { Workspace } from "./check/workspace.ts";
import type { Issue, Plan } from "./plan.ts";

/** Everything that is wrong with a plan, errors before warnings, in step order. Saving takes no errors. */
export function validatePlan(plan: Plan, workspace: Workspace): Issue[] {
  const steps: Placed[] = plan.steps.map((step, index) => ({ step, number: index + 1 }));
  const outline = outlineOf(plan, workspace);
  const issues = joined(
    planFieldIssues(plan),
    priceAdvice(plan, workspace),
    graphIssues(steps, outline),
    steps.flatMap((placed) => stepIssues(placed, outline, workspace)),
    runInputAdvice(steps, workspace.triggers),
  );
  const rank = ({ severity }: Issue) => (severity === "error" ? 0 : 1);
  return issues.sort((a, b) => rank(a) - rank(b) || (a.stepNumber ?? 0) - (b.stepNumber ?? 0));
}

function stepIssues(placed: Placed, outline: Outline, workspace: Workspace): Issue[] {
  const templates = templatesOf(placed.step);
  const calls = callsOf(placed.step, templates);
  return joined(
    fieldIssues(placed),
    timeIssues(placed),
    outputSchemaIssues(placed, outline),
    calls.flatMap((call) => callIssues(placed, call, outline, workspace)),
    agentIssues(placed, workspace),
    referenceIssues(placed, templates, outline),
    observationIssues(placed, outline),
    verifiesIssues(placed, outline),
    secretsInWords(placed),
    adviceFor(placed, outline, workspace),
  );
}

function callIssues(placed: Placed, call: Call, outline: Outline, workspace: Workspace): Issue[] {
  const { input } = call;
  const tool = outline.tools.get(call.tool);
  return joined(
    shellIssues(placed, call, outline),
    toolIssues(placed, call, outline, workspace),
    tool && input ? inputIssues(placed, tool, input.value, input.field, input.references) : [],
    tool && input ? typeIssues(placed, tool, input, outline) : [],
    secretIssues(placed, call, outline, workspace),
  );
}
