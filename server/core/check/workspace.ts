import type { ToolDefinition } from "#server/core/tool.ts";

/** What a plan is checked against. */
export type Workspace = {
  tools: readonly ToolDefinition[];
  /** Names of the tools that the agent may use; null for all of them. */
  granted?: readonly string[] | null;
  /** Slugs of the agents that a step can run. */
  agents: readonly string[];
  /** Slug of the agent that the plan belongs to. */
  self?: string;
  /** Left out when they are not known. */
  triggers?: { hasCron: boolean; hasWebhook: boolean };
  /** Whether a language model is set for reasoning steps and missing inputs. */
  hasModel: boolean;
};
