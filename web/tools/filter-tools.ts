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

/** Those that can be given a secret, or whose settings name one. */
export function canUseSecrets({ takesSecrets, secrets = [] }: ToolDefinition): boolean {
  return takesSecrets === true || secrets.length > 0;
}

/** The built-in tools, then those of each server; a server stands here even while it has none. */
export function groupTools(
  tools: readonly ToolDefinition[],
  servers: readonly ToolServerView[],
): ToolGroup[] {
  const byServer = Map.groupBy(tools, (tool) => tool.server);
  const known = new Set(servers.map(({ name }) => name));
  return [
    {
      server: null,
      tools: tools.filter((tool) => tool.server === undefined || !known.has(tool.server)),
    },
    ...servers.map((server) => ({ server, tools: byServer.get(server.name) ?? [] })),
  ];
}

/** `1 tool`, `617 tools`. */
export function toolCount(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "tool" : "tools"}`;
}

/** The built-in ones first, then those of each server in the order they came. */
export function groupByServer(tools: readonly ToolDefinition[]): [string | undefined, ToolDefinition[]][] {
  const groups = [...Map.groupBy(tools, ({ server }) => server)];
  return groups.sort(([a], [b]) => Number(a !== undefined) - Number(b !== undefined));
}
