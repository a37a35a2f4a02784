import type { ToolDefinition } from "#server/core/tool.ts";

/** What a plan is checked against. */
export type Workspace = {
  tools: readonly ToolDefinition[];
  /** Names of the tools that the agent may use; null for all of them. */
  granted?: readonly string[] | null;
  /** Names of the secrets that are kept; left out when they are not known. */
  secrets?: readonly string[];
  /** Slugs of the agents that a step can run. */
  agents: readonly string[];
  /** Slug of the agent that the plan belongs to. */
  self?: string;
  /** The agents that the saved plan of each agent runs, by slug; left out when they are not known. */
  calls?: ReadonlyMap<string, readonly string[]>;
  /** Left out when they are not known. */
  triggers?: { hasCron: boolean; hasWebhook: boolean };
  /** Whether a language model is set for reasoning steps and missing inputs. */
  hasModel: boolean;
  /** The id of that model while it has no price, so that a budget in dollars cannot be kept. */
  unpricedModel?: string | undefined;
};
