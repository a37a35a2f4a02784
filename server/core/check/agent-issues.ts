import { chainProblem } from "#server/core/agent-chain.ts";
import { shortened } from "#server/core/characters.ts";
import type { Issue } from "#server/core/plan.ts";
import { asQuestion, nearNames, someOf } from "./known-names.ts";
import { say, sayAsReasoning } from "./sayings.ts";
import { type Placed, stepError } from "./step-issue.ts";
import type { Workspace } from "./workspace.ts";

const MAX_LISTED = 3;

/** Whether the agent that a step runs exists and is another one. */
export function agentIssues(placed: Placed, { agents, self, calls }: Workspace): Issue[] {
  const { step, number } = placed;
  const { agent } = step;
  const path = "agent";
  if (agent === undefined) return [];
  if (agent === self) {
    const says = `runs the agent "${agent}", to which this plan belongs. An agent cannot run itself.`;
    return [stepError(placed, "agent_recursion", says, { path, say: sayAsReasoning(placed, "agent") })];
  }
  if (agents.includes(agent)) {
    const problem = calls === undefined ? null : firstProblem([self ?? "this plan", agent], calls);
    if (problem === null) return [];
    const says = `runs the agent "${agent}". ${problem} Let the step do the work itself, or name another agent.`;
    return [stepError(placed, "agent_recursion", says, { path, say: sayAsReasoning(placed, "agent") })];
  }
  const others = agents.filter((slug) => slug !== self);
  const near = nearNames(agent, others);
  const [meant] = near;
  const says = `runs the agent "${shortened(agent)}", which does not exist.${asQuestion(near) || thereIs(others)}`;
  const place = { path, say: meant === undefined ? undefined : say.runAgent(number, meant) };
  return [stepError(placed, "unknown_agent", says, place)];
}

/** What is wrong with the chain, or with what the saved plan of its last agent would make of it. */
function firstProblem(chain: readonly string[], calls: NonNullable<Workspace["calls"]>): string | null {
  const problem = chainProblem(chain);
  if (problem !== null) return problem;
  for (const next of calls.get(chain.at(-1) ?? "") ?? []) {
    const further = firstProblem([...chain, next], calls);
    if (further !== null) return further;
  }
  return null;
}

function thereIs(others: readonly string[]): string {
  if (others.length === 0) return " There is no other agent yet: create it first.";
  if (others.length <= MAX_LISTED) return ` There is ${someOf(others, MAX_LISTED)}.`;
  return ` None of the ${others.length} other agents is called so: choose one of them, or create it first.`;
}
