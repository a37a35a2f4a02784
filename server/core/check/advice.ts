import { shortened } from "#server/core/characters.ts";
import { topologicalOrder } from "#server/core/graph.ts";
import { DEFAULT_MAX_ATTEMPTS, type Issue, type Step } from "#server/core/plan.ts";
import { annotationsOf, isDestructive, isReadOnly, isRepeatable } from "#server/core/tool.ts";
import { type Placed, stepWarning } from "./step-issue.ts";
import type { Tools } from "./tool-issues.ts";
import type { Workspace } from "./workspace.ts";

/** What may go wrong although the plan can be saved. */
export function adviceFor(
  placed: Placed,
  tools: Tools,
  verified: ReadonlySet<string>,
  workspace: Workspace,
): Issue[] {
  const { step } = placed;
  const issues: Issue[] = [];
  if (isJudged(step) && step.expectedOutput.trim() === "" && step.outputSchema === undefined) {
    const says =
      'does not say what "done" looks like, so a wrong result would pass. Describe its expected output.';
    issues.push(stepWarning(placed, "no_expected_output", says, "expectedOutput"));
  }
  if (!workspace.hasModel) issues.push(...modelAdvice(placed, tools));
  const tool = step.kind === "tool" && step.tool !== undefined ? tools.get(step.tool) : undefined;
  if (!tool) return issues;
  const annotations = annotationsOf(tool, step.input);
  if (isReadOnly(annotations)) return issues;

  // A tool that touches nothing outside knows by itself whether its writing went well.
  if (annotations.openWorldHint !== false && !verified.has(step.id)) {
    const says = `changes something with "${tool.name}", and no check confirms the outcome. Add a check that verifies it.`;
    issues.push(stepWarning(placed, "write_without_check", says));
  }
  if (isDestructive(annotations) && !step.approval && tool.policy !== "needs_approval") {
    const says = `calls "${tool.name}", which may not be undone, without asking anybody. Give the step an approval.`;
    issues.push(stepWarning(placed, "irreversible_without_approval", says, "approval"));
  }
  if (!isRepeatable(annotations) && (step.maxAttempts ?? DEFAULT_MAX_ATTEMPTS) > 1) {
    const says = `calls "${tool.name}", which is never repeated by itself once it may have acted: when the outcome is unclear, a person decides.`;
    issues.push(stepWarning(placed, "attempts_limited", says, "maxAttempts"));
  }
  return issues;
}

function isJudged({ kind }: Step): boolean {
  return kind === "tool" || kind === "reasoning" || kind === "agent";
}

function modelAdvice(placed: Placed, tools: Tools): Issue[] {
  const { step } = placed;
  if (step.kind === "reasoning") {
    return [
      stepWarning(
        placed,
        "needs_model",
        "needs a language model and none is set, so it would fail. Set MODEL, or give it a tool.",
      ),
    ];
  }
  const tool = step.tool === undefined ? undefined : tools.get(step.tool);
  const required = tool?.inputSchema["required"];
  const given = typeof step.input === "object" && step.input !== null ? step.input : {};
  const missing = Array.isArray(required)
    ? required.filter((name) => typeof name === "string" && !Object.hasOwn(given, name))
    : [];
  if (missing.length === 0) return [];
  const names = missing.map((name) => `"${String(name)}"`).join(", ");
  const says = `leaves ${names} of "${step.tool}" to a language model and none is set, so it would fail. Set MODEL, or give the input.`;
  return [stepWarning(placed, "needs_model", says, "input")];
}

/** Steps that a run without a payload cannot serve, and the steps behind them. */
export function runInputAdvice(steps: readonly Placed[], triggers: Workspace["triggers"]): Issue[] {
  if (!triggers || (triggers.hasWebhook && !triggers.hasCron)) return [];
  const why = triggers.hasCron
    ? "a schedule starts runs without one"
    : "no webhook is set that would deliver one";
  const byId = new Map(steps.map((placed) => [placed.step.id, placed]));
  const cause = new Map(
    steps.filter(({ step }) => step.usesRunInput).map((placed) => [placed.step.id, placed]),
  );
  const issues = [...cause.values()].map((user) =>
    stepWarning(
      user,
      "run_input_without_trigger",
      `uses the run input, and ${why}. Give the input when you start a run, or set a webhook.`,
    ),
  );
  for (const id of topologicalOrder(steps.map(({ step }) => step))) {
    const placed = byId.get(id);
    const user = placed?.step.dependsOn.map((other) => cause.get(other)).find((found) => found !== undefined);
    if (!placed || !user || cause.has(id)) continue;
    cause.set(id, user);
    const says = `depends on step ${user.number} "${shortened(user.step.title)}", which uses the run input, and ${why}.`;
    issues.push(stepWarning(placed, "run_input_without_trigger", says));
  }
  return issues;
}
