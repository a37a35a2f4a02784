import { tool } from "ai";
import { findToolsInputSchema } from "#server/core/edit-schema.ts";
import { findTools } from "#server/core/find-tools.ts";
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
      const found = findTools(tools, query).slice(0, MAX_FOUND);
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
