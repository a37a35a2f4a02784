import type { AgentRow } from "#server/services/find-agent.ts";

const CREATED = new Date(0);

/** The agent that a conversation is about, as the database would hold it. */
export function makeAgentRow(): AgentRow {
  return {
    id: "agent-1",
    slug: "agent",
    name: "Agent",
    model: null,
    tools: null,
    toolPolicies: {},
    status: "active",
    snapshotId: null,
    createdAt: CREATED,
    updatedAt: CREATED,
  };
}
