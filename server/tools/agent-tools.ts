import type { ToolCatalogue } from "#server/context.ts";
import { type AgentTools, toolOfAgent } from "#server/core/tool.ts";
import { failedForGood } from "./outcome.ts";

/** The catalogue as one agent may use it. */
export function toolsOfAgent(tools: ToolCatalogue, agent: AgentTools): ToolCatalogue {
  return {
    list: () => tools.list().map((tool) => toolOfAgent(tool, agent)),
    find: (name) => {
      const tool = tools.find(name);
      return tool === null ? null : toolOfAgent(tool, agent);
    },
    call: async (name, input, context) => {
      const tool = tools.find(name);
      if (tool !== null && toolOfAgent(tool, agent).policy === "off") {
        return failedForGood(
          `The tool "${name}" is switched off. ${toolOfAgent(tool, agent).offBecause ?? ""}`.trim(),
        );
      }
      return tools.call(name, input, context);
    },
  };
}
