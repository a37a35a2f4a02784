import type { JSONRPCMessage } from "@ai-sdk/mcp";
import type { OpenCalls } from "./call-marks.ts";

/** What a server tells without being asked. */
export type Heard = { calls: OpenCalls; onListChanged: () => void };

/**
 * Takes notice of a message. False when it is a notification, which the client library does not know what
 * to do with.
 */
export function hear(message: JSONRPCMessage, heard: Heard): boolean {
  if (!("method" in message) || "id" in message) return true;
  if (message.method === "notifications/tools/list_changed") heard.onListChanged();
  if (message.method === "notifications/progress") heard.calls.progress(message.params?.["progressToken"]);
  return false;
}

/** What tells a server that nobody waits for its answer any more. The library says nothing of it. */
export function cancellation(message: JSONRPCMessage): JSONRPCMessage | null {
  if (!("method" in message) || !("id" in message) || message.method !== "tools/call") return null;
  const params = { requestId: message.id, reason: "The call was given up." };
  return { jsonrpc: "2.0", method: "notifications/cancelled", params };
}
