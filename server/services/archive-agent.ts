import type { Context } from "#server/context.ts";
import type { AgentView } from "#server/core/views.ts";
import { updateAgent } from "./update-agent.ts";

/** Puts an agent aside: nothing of it is deleted, and setting its status brings it back. */
export function archiveAgent(ctx: Context, input: { agentId: string }): Promise<AgentView> {
  return updateAgent(ctx, { agentId: input.agentId, status: "archived" });
}
