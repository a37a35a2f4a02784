// A brief waits here between the start page and the conversation that it opens.
const pending = new Map<string, string>();

export function leaveBrief(agentId: string, brief: string): void {
  pending.set(agentId, brief);
}

/** The brief that opens this conversation, once. */
export function takeBrief(agentId: string): string | null {
  const brief = pending.get(agentId) ?? null;
  pending.delete(agentId);
  return brief;
}
