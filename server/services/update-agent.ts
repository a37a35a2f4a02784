import { eq } from "drizzle-orm";
import { agents } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { StricterPolicies } from "#server/core/tool.ts";
import type { AgentView } from "#server/core/views.ts";
import { checkAgentModel, checkAgentName, checkAgentTools, checkToolPolicies } from "./agent-settings.ts";
import { findAgent } from "./find-agent.ts";
import { readAgent } from "./read-agent.ts";

/** Changes what is given and leaves the rest. The slug stays, so that links keep leading here. */
export async function updateAgent(
  ctx: Context,
  input: {
    agentId: string;
    name?: string | undefined;
    model?: string | null | undefined;
    tools?: readonly string[] | null | undefined;
    /** Instead of those that stand. */
    toolPolicies?: StricterPolicies | undefined;
    status?: AgentView["status"] | undefined;
  },
): Promise<AgentView> {
  const { id, tools, toolPolicies } = await findAgent(ctx.db, input.agentId);
  await ctx.db
    .update(agents)
    .set({
      ...(input.name !== undefined && { name: checkAgentName(input.name) }),
      ...(input.model !== undefined && { model: checkAgentModel(input.model) }),
      ...(input.tools !== undefined && { tools: checkAgentTools(ctx, input.tools, tools) }),
      ...(input.toolPolicies !== undefined && {
        toolPolicies: checkToolPolicies(ctx, input.toolPolicies, toolPolicies),
      }),
      ...(input.status !== undefined && { status: input.status }),
      updatedAt: ctx.now(),
    })
    .where(eq(agents.id, id));
  return readAgent(ctx, { agentId: id });
}
