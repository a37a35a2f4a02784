import type { Context } from "#server/context.ts";
import type { AgentView } from "#server/core/views.ts";
import { findAgent } from "./find-agent.ts";
import { viewAgents } from "./view-agents.ts";

export async function readAgent(ctx: Context, input: { agentId: string }): Promise<AgentView> {
  const [view] = await viewAgents(ctx.db, [await findAgent(ctx.db, input.agentId)]);
  if (!view) throw new Error("A row of an agent gave no view.");
  return view;
}
