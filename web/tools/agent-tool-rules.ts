import type { StricterPolicies, ToolPolicy } from "#server/core/tool.ts";

/** What an agent says of its tools: those it may use, null for all, and where it is stricter than the workspace. */
export type AgentTools = {
  tools: readonly string[] | null;
  toolPolicies: StricterPolicies;
};
export type StricterPolicy = Exclude<ToolPolicy, "allowed">;

const STRICTNESS: Record<ToolPolicy, number> = { allowed: 0, needs_approval: 1, off: 2 };

/** The stricter ones that an agent may choose where the workspace says `policy`. */
export function stricterPolicies(policy: ToolPolicy): StricterPolicy[] {
  return (["needs_approval", "off"] as const).filter((stricter) => STRICTNESS[stricter] > STRICTNESS[policy]);
}

export function mayUse({ tools }: Pick<AgentTools, "tools">, name: string): boolean {
  return tools === null || tools.includes(name);
}

/** The policy that counts for the agent: its own where that is stricter. */
export function agentPolicy({ toolPolicies }: AgentTools, name: string, workspace: ToolPolicy): ToolPolicy {
  const own = Object.hasOwn(toolPolicies, name) ? (toolPolicies[name] ?? workspace) : workspace;
  return STRICTNESS[own] > STRICTNESS[workspace] ? own : workspace;
}

/** The agent's policies after a choice; null goes back to the workspace's. */
export function withPolicy(
  policies: StricterPolicies,
  name: string,
  policy: StricterPolicy | null,
): StricterPolicies {
  const { [name]: _before, ...others } = policies;
  return policy === null ? others : { ...others, [name]: policy };
}
