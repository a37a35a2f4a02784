import type { ToolDefinition, ToolPolicy } from "#server/core/tool.ts";
import type { ToolServerView } from "#server/core/tool-server.ts";
import { schemaFields } from "./schema-fields.ts";

export type PolicyFilter = ToolPolicy | "all";
export type ToolGroup = { server: ToolServerView | null; tools: ToolDefinition[] };

/** Those whose name, description or parameters hold every word, in the order they came. */
export function filterTools(
  tools: readonly ToolDefinition[],
  words: string,
  filter: PolicyFilter,
): ToolDefinition[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((tool) => {
    if (filter !== "all" && tool.policy !== filter) return false;
    if (wanted.length === 0) return true;
    const text = `${tool.name} ${tool.description} ${schemaFields(tool.inputSchema)
      .map(({ name }) => name)
      .join(" ")}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** The built-in tools, then those of each server; a server stands here even while it has none. */
export function groupTools(
  tools: readonly ToolDefinition[],
  servers: readonly ToolServerView[],
): ToolGroup[] {
  const known = new Set(servers.map(({ name }) => name));
  const ofServer = (name: string) => tools.filter((tool) => tool.server === name);
  return [
    ...servers.map((server) => ({ server, tools: ofServer(server.name) })),
    {
      server: null,
      tools: tools.filter((tool) => tool.server === undefined || !known.has(tool.server)),
    },
  ];
}
