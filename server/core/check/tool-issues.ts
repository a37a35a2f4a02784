import { shortened } from "#server/core/characters.ts";
import type { Issue } from "#server/core/plan.ts";
import { annotationsOf, isReadOnly, type ToolDefinition } from "#server/core/tool.ts";
import { didYouMean, someOf } from "./known-names.ts";
import { type Placed, stepError } from "./step-issue.ts";
import type { Workspace } from "./workspace.ts";

export type Tools = ReadonlyMap<string, ToolDefinition>;

const MAX_LISTED = 12;

/** Whether the tools and agents that a step names exist and may be used here. */
export function toolIssues(placed: Placed, tools: Tools, workspace: Workspace): Issue[] {
  const { step } = placed;
  const issues: Issue[] = [];
  for (const [field, name, input] of [
    ["tool", step.tool, step.input],
    ["precondition.tool", step.precondition?.tool, step.precondition?.input],
  ] as const) {
    if (name === undefined) continue;
    const tool = tools.get(name);
    const needsReading = field === "precondition.tool" || step.kind === "check";
    if (!tool) {
      issues.push(stepError(placed, "unknown_tool", unknownTool(name, workspace), field));
    } else if (tool.policy === "off") {
      issues.push(
        stepError(
          placed,
          "tool_not_granted",
          `uses the tool "${name}", which is switched off. Choose another tool.`,
          field,
        ),
      );
    } else if (workspace.granted && !workspace.granted.includes(name)) {
      const says = `uses the tool "${name}", which this agent may not use. Grant it in the agent's settings or choose another.`;
      issues.push(stepError(placed, "tool_not_granted", says, field));
    } else if (needsReading && !isReadOnly(annotationsOf(tool, input))) {
      const observes = field === "tool" ? "is a check" : "has a precondition";
      const says = `${observes} with the tool "${name}", which may change something. Observe with a read-only tool.`;
      issues.push(stepError(placed, "check_not_read_only", says, field));
    }
  }
  return [...issues, ...agentIssues(placed, workspace)];
}

function unknownTool(name: string, { tools, granted }: Workspace): string {
  const usable = tools
    .filter((tool) => tool.policy !== "off" && (!granted || granted.includes(tool.name)))
    .map((tool) => tool.name);
  const list = usable.length === 0 ? "It has none to use." : `It has ${someOf(usable, MAX_LISTED)}.`;
  const near = didYouMean(name, usable);
  return `uses the tool "${shortened(name)}", which this workspace does not have.${near} ${list}`;
}

function agentIssues(placed: Placed, { agents, self }: Workspace): Issue[] {
  const { agent } = placed.step;
  if (agent === undefined) return [];
  if (agent === self) {
    return [
      stepError(
        placed,
        "agent_recursion",
        `runs the agent "${agent}", to which this plan belongs. An agent cannot run itself.`,
        "agent",
      ),
    ];
  }
  if (agents.includes(agent)) return [];
  const others = agents.filter((slug) => slug !== self);
  const list =
    others.length === 0
      ? "There is no other agent yet: create it first."
      : `There is ${someOf(others, MAX_LISTED)}.`;
  const says = `runs the agent "${shortened(agent)}", which does not exist.${didYouMean(agent, others)} ${list}`;
  return [stepError(placed, "unknown_agent", says, "agent")];
}

/** A check confirms a step that comes before it. */
export function verifiesIssues(
  placed: Placed,
  stepIds: ReadonlySet<string>,
  isBefore: (earlierId: string, id: string) => boolean,
): Issue[] {
  const { id, verifies } = placed.step;
  if (verifies === undefined || isBefore(verifies, id)) return [];
  const says = stepIds.has(verifies)
    ? `confirms "${verifies}", for which it does not wait. Make it depend on that step.`
    : `confirms "${shortened(verifies)}", which is not a step of this plan.${didYouMean(verifies, stepIds)}`;
  return [stepError(placed, "verifies_not_dependency", says, "verifies")];
}
