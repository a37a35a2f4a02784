import type { ToolServerClient } from "#server/context.ts";
import { err } from "#server/core/result.ts";

/** Reaches no server. */
export const noToolServers: ToolServerClient = {
  offer: async () => err({ message: "No tool server is reached here." }),
  call: async () => ({ type: "failed", message: "No tool server is reached here.", retry: "not_retryable" }),
  forget: async () => {},
  close: async () => {},
};
