import { tool } from "ai";
import { findToolsInputSchema } from "#server/core/edit-schema.ts";
import { findTools } from "#server/core/find-tools.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import type { Turn } from "#server/agent/turn.ts";

const MAX_FOUND = 8;

export function findToolsTool(turn: Turn) {
  return tool({
    description: "Search the tools: names, what they do, their parameters.",
    inputSchema: toolSchema(findToolsInputSchema),
    strict: true,
    execute: async ({ query }) => {
      const { tools, offTools } = turn.state;
      const found = findTools([...tools, ...offTools], query).slice(0, MAX_FOUND);
      if (found.length === 0)
        return `No tool fits "${query}". Tools: ${tools.map((item) => item.name).join(", ") || "none"}.`;
      return found.map((found) => JSON.stringify(shown(found))).join("\n");
    },
  });
}

function shown({ name, description, inputSchema, outputSchema, annotations, ...more }: ToolDefinition) {
  const { policy, offBecause, takesSecrets } = more;
  return {
    name,
    description,
    ...(policy === "off" && { offNow: offBecause ?? "It is switched off." }),
    inputSchema,
    outputSchema,
    annotations,
    ...(takesSecrets === true && { takesSecrets }),
  };
}
