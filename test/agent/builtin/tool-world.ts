import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import type { Plan } from "#server/core/plan.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { openSession } from "#test/eval/session.ts";
import { workspaceTools } from "#test/eval/workspace-tools.ts";
import { orders } from "./order-book.ts";

const ofServers: ToolDefinition[] = [
  {
    name: "memory.search_nodes",
    description: "Searches what is remembered.",
    inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
    annotations: { readOnlyHint: true },
    policy: "allowed",
    server: "memory",
  },
  {
    name: "shop.create_order",
    description: "Makes an order.",
    inputSchema: {
      type: "object",
      properties: { sku: { type: "string" }, quantity: { type: "integer" }, isGift: { type: "boolean" } },
      required: ["sku", "quantity"],
    },
    annotations: {},
    policy: "allowed",
    server: "shop",
    takesSecrets: true,
  },
];

/** The tools of an installation in which mail, databases and commands are set up, and those of two servers. */
export const allTools: ToolDefinition[] = [...workspaceTools.map(withoutReason), ...ofServers];

/** The same where nothing is set up. */
export const bareTools: ToolDefinition[] = [...workspaceTools, ...ofServers];

function withoutReason({ offBecause: _why, ...tool }: ToolDefinition): ToolDefinition {
  return { ...tool, policy: "allowed" };
}

export function openWith(tools: readonly ToolDefinition[], plan: Plan | null = orders) {
  return openSession(createBuiltinPlanner(), plan, tools);
}

/** Messages one after the other, and the plan behind the last. */
export async function saidWith(
  tools: readonly ToolDefinition[],
  words: readonly string[],
  plan: Plan | null = orders,
) {
  const session = openWith(tools, plan);
  let turn = null;
  for (const message of words) turn = await session.say(message);
  const steps = session.plan()?.steps ?? [];
  return { steps, reply: turn?.reply ?? "", called: turn?.called ?? [] };
}
