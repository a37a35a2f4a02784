import { tool } from "ai";
import { findToolsInputSchema } from "#server/core/edit-schema.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";

const MAX_FOUND = 8;

export function findToolsTool(turn: Turn) {
  return tool({
    description: "Search the tools: names, what they do, their parameters.",
    inputSchema: toolSchema(findToolsInputSchema),
    strict: true,
    execute: async ({ query }) => {
      const { tools } = turn.state;
      const found = search(tools, query).slice(0, MAX_FOUND);
      if (found.length === 0)
        return `No tool fits "${query}". Tools: ${tools.map((item) => item.name).join(", ") || "none"}.`;
      return found
        .map(({ name, description, inputSchema, outputSchema, annotations }) =>
          JSON.stringify({ name, description, inputSchema, outputSchema, annotations }),
        )
        .join("\n");
    },
  });
}

/** Best first: words of the query in the name count three times as much as those in the description. */
function search(tools: readonly ToolDefinition[], query: string): ToolDefinition[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const hits = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  return tools
    .map((item) => ({ item, score: 3 * hits(item.name) + hits(item.description) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
