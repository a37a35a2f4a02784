import type { ToolCatalogue } from "./context.ts";
import type { ToolPolicies } from "./core/settings.ts";
import { type ToolDefinition, offWords } from "./core/tool.ts";

const OFF = "It is switched off in this workspace. Allow it on the page of tools.";

/** The catalogue under the workspace's policies: they decide instead of the tools' own. */
export function withToolPolicies(tools: ToolCatalogue, policies: () => ToolPolicies): ToolCatalogue {
  function decided(tool: ToolDefinition): ToolDefinition {
    if (tool.offBecause !== undefined) return tool;
    const chosen = policies();
    const policy = Object.hasOwn(chosen, tool.name) ? (chosen[tool.name] ?? tool.policy) : tool.policy;
    if (policy === tool.policy) return tool;
    return policy === "off" ? { ...tool, policy, offBecause: OFF } : { ...tool, policy };
  }

  return {
    list: () => tools.list().map(decided),
    find: (name) => {
      const tool = tools.find(name);
      return tool === null ? null : decided(tool);
    },
    call: async (name, input, context) => {
      const tool = tools.find(name);
      const decision = tool === null ? null : decided(tool);
      if (decision?.policy === "off") {
        const message = `The tool "${name}" ${offWords({ offBecause: decision.offBecause ?? OFF })}`;
        return { type: "failed", message, retry: "not_retryable" };
      }
      return tools.call(name, input, context);
    },
  };
}
