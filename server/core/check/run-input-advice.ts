import { shortened } from "#server/core/characters.ts";
import { topologicalOrder } from "#server/core/graph.ts";
import type { Issue } from "#server/core/plan.ts";
import { type Placed, stepWarning } from "./step-issue.ts";
import type { Workspace } from "./workspace.ts";

/** Steps that a run without a payload cannot serve, and the steps behind them. */
export function runInputAdvice(steps: readonly Placed[], triggers: Workspace["triggers"]): Issue[] {
  if (!triggers || (triggers.hasWebhook && !triggers.hasCron)) return [];
  const { hasCron } = triggers;
  const why = hasCron ? "a schedule starts runs without one" : "no webhook is set that would deliver one";
  const users = steps.filter(({ step }) => step.usesRunInput);
  if (users.length === 0) return [];
  const cause = new Map(users.map((placed) => [placed.step.id, placed]));
  const issues = users.map((user) =>
    stepWarning(
      user,
      "run_input_without_trigger",
      `uses the run input, and ${why}. Give the input when you start a run, or set a webhook.`,
    ),
  );
  const byId = new Map(steps.map((placed) => [placed.step.id, placed]));
  const inOrder = topologicalOrder(steps.map(({ step }) => step)).map((id) => byId.get(id));
  for (const placed of inOrder.filter((step) => step !== undefined)) {
    const { id, dependsOn } = placed.step;
    const user = dependsOn.map((other) => cause.get(other)).find((found) => found !== undefined);
    if (!user || cause.has(id)) continue;
    cause.set(id, user);
    const says = `depends on step ${user.number} "${shortened(user.step.title)}", which uses the run input, and ${why}.`;
    issues.push(stepWarning(placed, "run_input_without_trigger", says));
  }
  return issues;
}
