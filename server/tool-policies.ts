import type { ToolCatalogue } from "./context.ts";
import type { ToolPolicies } from "./core/settings.ts";
import type { ToolDefinition } from "./core/tool.ts";

/** The catalogue under the workspace's policies: they decide instead of the tools' own. */
export function withToolPolicies(tools: ToolCatalogue, policies: () => ToolPolicies): ToolCatalogue {
  function decided(tool: ToolDefinition): ToolDefinition {
    const chosen = policies();
    return Object.hasOwn(chosen, tool.name) ? { ...tool, policy: chosen[tool.name] ?? tool.policy } : tool;
  }

  return {
    list: () => tools.list().map(decided),
    find: (name) => {
      const tool = tools.find(name);
      return tool === null ? null : decided(tool);
    },
    call: async (name, input, context) => {
      const tool = tools.find(name);
      if (tool !== null && decided(tool).policy === "off") {
        const message = `The tool "${name}" is switched off in this workspace. Allow it in the settings.`;
        return { type: "failed", message, retry: "not_retryable" };
      }
      return tools.call(name, input, context);
    },
  };
}
