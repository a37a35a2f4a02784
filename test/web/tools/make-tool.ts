import type { ToolDefinition } from "#server/core/tool.ts";
import type { OfferedTool, ServerToolView, ToolServerView } from "#server/core/tool-server.ts";

/** A tool of one text; `over` replaces what the test is about. */
export function makeTool(name: string, over: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    description: `What ${name} does.`,
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
    annotations: { readOnlyHint: true, openWorldHint: false },
    policy: "allowed",
    ...over,
  };
}

export function makeOffer(name: string, over: Partial<OfferedTool> = {}): OfferedTool {
  return {
    name,
    description: `What ${name} does.`,
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
    annotations: { readOnlyHint: true },
    ...over,
  };
}

export function makeServer(name: string, over: Partial<ToolServerView> = {}): ToolServerView {
  return {
    serverId: `srv_${name}`,
    name,
    transport: { type: "stdio", command: "npx", args: [], env: {} },
    enabled: true,
    checkedAt: "2026-01-01T12:00:00.000Z",
    problem: null,
    tools: [],
    leftOut: [],
    offerHash: "hash",
    createdAt: "2026-01-01T00:00:00.000Z",
    ...over,
  };
}

export function makeServerTool(name: string, over: Partial<ServerToolView> = {}): ServerToolView {
  const offer = makeOffer(name);
  return { name, status: "accepted", accepted: offer, offered: offer, ...over };
}
