import type { ReachableServer, ToolServerClient } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import type { Result } from "#server/core/result.ts";
import { secretNames } from "#server/core/secret-places.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import {
  type OfferedTool,
  type ServerToolStatus,
  serverToolName,
  type ToolServerTransport,
} from "#server/core/tool-server.ts";
import { failedForGood } from "./outcome.ts";
import { RESULT_SCHEMA } from "./servers/result-schema.ts";
import type { Tool } from "./tool.ts";

/** A tool server as the catalogue knows it: its settings, and what was accepted of it. */
export type KnownServer = {
  id: string;
  name: string;
  transport: ToolServerTransport;
  enabled: boolean;
  tools: readonly { name: string; accepted: OfferedTool | null; status: ServerToolStatus }[];
};

export type ServerReach = {
  client: Pick<ToolServerClient, "call">;
  /** The server with its secrets in place. */
  reach: (server: KnownServer) => Promise<Result<ReachableServer, { message: string }>>;
};

const WHY = {
  accepted: undefined,
  new: "Nobody has accepted it yet. Look at it on the page of tools.",
  changed:
    "Its server describes it in another way than was accepted. Look at what changed on the page of tools, and accept it if it is right.",
  gone: "Its server does not offer it any more.",
} as const;

/** The tools of the servers that a person accepted; those that cannot be used now say why. */
export function serverTools(servers: readonly KnownServer[], { client, reach }: ServerReach): Tool[] {
  return servers.flatMap((server) =>
    server.tools.flatMap(({ accepted, status }): Tool[] => {
      if (accepted === null) return [];
      return [
        {
          definition: definitionOf(server, accepted, status),
          call: async (input, context) => {
            const reachable = await reach(server);
            if (!reachable.ok) return failedForGood(reachable.error.message);
            return client.call(reachable.value, accepted, input, context);
          },
        },
      ];
    }),
  );
}

function definitionOf(server: KnownServer, tool: OfferedTool, status: ServerToolStatus): ToolDefinition {
  const offBecause = server.enabled ? WHY[status] : `Its server "${server.name}" is switched off.`;
  const secrets = secretNames(server.transport as Json);
  return {
    name: serverToolName(server.name, tool.name),
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema ?? RESULT_SCHEMA,
    annotations: tool.annotations,
    policy: "allowed",
    server: server.name,
    takesSecrets: true,
    ...(secrets.length > 0 && { secrets }),
    ...(offBecause !== undefined && { offBecause }),
  };
}
