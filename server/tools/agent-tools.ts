import type { ToolCatalogue } from "#server/context.ts";
import { type AgentTools, offWords, toolOfAgent } from "#server/core/tool.ts";
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
      const own = tool === null ? null : toolOfAgent(tool, agent);
      if (own?.policy === "off") return failedForGood(`The tool "${name}" ${offWords(own)}`);
      return tools.call(name, input, context);
    },
  };
}
