import type { Context } from "#server/context.ts";
import type { AgentDetail } from "#server/core/views.ts";
import { readAgent } from "./read-agent.ts";
import { readRunsUsage } from "./read-runs-usage.ts";
import { readUsage } from "./read-usage.ts";

export async function readAgentDetail(ctx: Context, input: { agentId: string }): Promise<AgentDetail> {
  const view = await readAgent(ctx, input);
  return { ...view, usage: await readUsage(ctx, view), runsUsage: await readRunsUsage(ctx, view) };
}
