import type { ToolCallContext } from "#server/context.ts";
import type { JsonObject } from "#server/core/json.ts";
import type { OfferedTool } from "#server/core/tool-server.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import type { ReachableServer } from "#server/tools/tool-servers.ts";
import type { Hide } from "./failure-words.ts";
import { McpConnection, type McpWorld } from "./mcp-connection.ts";
import { OpenApiConnection } from "./openapi-connection.ts";

/** A way to one tool server, whatever it speaks. */
export type ServerConnection = {
  /** Throws what went wrong; `words` may tell more. */
  open: (signal: AbortSignal) => Promise<void>;
  isOpen: () => boolean;
  close: () => Promise<void>;
  /** What the server said of its end, for messages. */
  words: (hide: Hide) => string;
  /** What the server offers; asked again when it may have changed. `onOffer` is told of each new list. */
  offered: (
    signal: AbortSignal,
    onOffer: (offered: readonly OfferedTool[]) => void,
  ) => Promise<readonly OfferedTool[]>;
  /** What was left out of the last list, with the reasons. */
  leftOut: () => readonly string[];
  /** `retire` is called when the connection is of no use any more. */
  callTool: (
    tool: OfferedTool,
    input: JsonObject,
    context: ToolCallContext,
    retire: () => void,
  ) => Promise<ToolOutcome>;
};

export function connectionWith(server: ReachableServer, world: McpWorld): ServerConnection {
  const { transport, name } = server;
  if (transport.type === "openapi") return new OpenApiConnection(name, transport, world);
  return new McpConnection({ name, transport }, world);
}
