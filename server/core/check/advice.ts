import { isObject } from "#server/core/json.ts";
import { DEFAULT_MAX_ATTEMPTS, type Issue, type Step } from "#server/core/plan.ts";
import {
  annotationsOf,
  isDestructive,
  isReadOnly,
  isRepeatable,
  type ToolDefinition,
} from "#server/core/tool.ts";
import { joined } from "./joined.ts";
import type { Outline } from "./outline.ts";
import { say, titleFor } from "./sayings.ts";
import { type Placed, stepWarning } from "./step-issue.ts";
import type { Workspace } from "./workspace.ts";

/** What may go wrong although the plan can be saved. */
export function adviceFor(placed: Placed, { tools, verified }: Outline, { hasModel }: Workspace): Issue[] {
  const { step } = placed;
  const tool = step.tool === undefined ? undefined : tools.get(step.tool);
  return joined(
    outputAdvice(placed),
    hasModel ? [] : modelAdvice(placed, tool),
    tool && step.kind === "tool" ? writingAdvice(placed, tool, verified.has(step.id)) : [],
  );
}

function outputAdvice(placed: Placed): Issue[] {
  const { step, number } = placed;
  if (!isJudged(step) || step.expectedOutput.trim() !== "" || step.outputSchema !== undefined) return [];
  const says =
    'does not say what "done" looks like, so a wrong result would pass. Describe its expected output.';
  const expected = say.expect(number, `the result of "${titleFor(placed)}"`);
  return [stepWarning(placed, "no_expected_output", says, { path: "expectedOutput", say: expected })];
}

function isJudged({ kind }: Step): boolean {
  return kind === "tool" || kind === "reasoning" || kind === "agent";
}

function modelAdvice(placed: Placed, tool: ToolDefinition | undefined): Issue[] {
  const { step } = placed;
  if (step.kind === "reasoning") {
    const says = "needs a language model and none is set, so it would fail. Set MODEL, or give it a tool.";
    return [stepWarning(placed, "needs_model", says)];
  }
  const required = tool?.inputSchema["required"];
  if (!tool || !Array.isArray(required)) return [];
  const { input } = step;
  const missing = required.filter((name) => !(isObject(input) && Object.hasOwn(input, String(name))));
  if (missing.length === 0) return [];
  const names = missing.map((name) => `"${String(name)}"`).join(", ");
  const says = `leaves ${names} of "${tool.name}" to a language model and none is set, so it would fail. Set MODEL, or give the input.`;
  return [stepWarning(placed, "needs_model", says, { path: "input" })];
}

function writingAdvice(placed: Placed, tool: ToolDefinition, isVerified: boolean): Issue[] {
  const { step, number } = placed;
  const annotations = annotationsOf(tool, step.input);
  if (isReadOnly(annotations)) return [];
  const issues: Issue[] = [];
  // A tool that touches nothing outside knows by itself whether its writing went well.
  if (annotations.openWorldHint !== false && tool.isMessage !== true && !isVerified) {
    const says = `changes something with "${tool.name}", and no check confirms the outcome. Add a check that verifies it.`;
    issues.push(stepWarning(placed, "write_without_check", says, { say: say.addCheck(number) }));
  }
  if (isDestructive(annotations) && !step.approval && tool.policy !== "needs_approval") {
    const says = `calls "${tool.name}", which may not be undone, without asking anybody. Give the step an approval.`;
    const place = { path: "approval", say: say.needApproval(number) };
    issues.push(stepWarning(placed, "irreversible_without_approval", says, place));
  }
  if (!isRepeatable(annotations) && (step.maxAttempts ?? DEFAULT_MAX_ATTEMPTS) > 1) {
    const says = `calls "${tool.name}", which is never repeated by itself once it may have acted: when the outcome is unclear, a person decides.`;
    const place = { path: "maxAttempts", say: say.tryOnce(number) };
    issues.push(stepWarning(placed, "attempts_limited", says, place));
  }
  return issues;
}
