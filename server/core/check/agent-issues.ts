import { shortened } from "#server/core/characters.ts";
import type { Issue } from "#server/core/plan.ts";
import { asQuestion, nearNames, someOf } from "./known-names.ts";
import { say } from "./sayings.ts";
import { type Placed, stepError } from "./step-issue.ts";
import type { Workspace } from "./workspace.ts";

const MAX_LISTED = 12;

/** Whether the agent that a step runs exists and is another one. */
export function agentIssues(placed: Placed, { agents, self }: Workspace): Issue[] {
  const { step, number } = placed;
  const { agent } = step;
  const path = "agent";
  if (agent === undefined) return [];
  if (agent === self) {
    const says = `runs the agent "${agent}", to which this plan belongs. An agent cannot run itself.`;
    return [stepError(placed, "agent_recursion", says, { path, say: say.becomeReasoning(number) })];
  }
  if (agents.includes(agent)) return [];
  const others = agents.filter((slug) => slug !== self);
  const near = nearNames(agent, others);
  const [meant] = near;
  const list =
    others.length === 0
      ? "There is no other agent yet: create it first."
      : `There is ${someOf(others, MAX_LISTED)}.`;
  const says = `runs the agent "${shortened(agent)}", which does not exist.${asQuestion(near)} ${list}`;
  const mended = meant === undefined ? say.becomeReasoning(number) : say.runAgent(number, meant);
  return [stepError(placed, "unknown_agent", says, { path, say: mended })];
}
