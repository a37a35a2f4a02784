import {
  type CallToolResult,
  type MCPClient,
  MCPClientError,
  type MCPTransport,
  createMCPClient,
} from "@ai-sdk/mcp";
import type { JsonObject } from "#server/core/json.ts";
import type { ToolCallContext } from "#server/context.ts";
import type { OfferedTool, ToolServerTransport } from "#server/core/tool-server.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { callMcpTool } from "./call-mcp-tool.ts";
import { OpenCalls } from "./call-marks.ts";
import type { RawTool } from "./clean-tool.ts";
import type { Hide } from "./failure-words.ts";
import { RefusedAnswer, guardedFetch } from "./guarded-fetch.ts";
import type { Heard } from "./incoming.ts";
import { type Limits, MAX_TOOLS } from "./limits.ts";
import { type ServerLog, offeredTools, tellOfLeftOut } from "./offered-tools.ts";
import type { Places } from "./server-process.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { untilAborted } from "./until-aborted.ts";

const MAX_PAGES = 100;
// A server that is told to end its session may not answer any more.
const GOODBYE_MS = 2_000;

export type McpWorld = Places & { egressAllow: readonly string[]; log: ServerLog; limits: Limits };

type McpServer = { name: string; transport: Exclude<ToolServerTransport, { type: "openapi" }> };

type Line = {
  transport:
    | MCPTransport
    | { type: "http"; url: string; headers: Record<string, string>; fetch: typeof fetch };
  words: (hide: Hide) => string;
  hasEnded: () => boolean;
  close: () => Promise<void>;
};

/** A connection with an MCP server, from the first word on. */
export class McpConnection {
  readonly #server: McpServer;
  readonly #world: McpWorld;
  readonly #heard: Heard;
  #line: Line | null = null;
  #client: MCPClient | null = null;
  #offered: OfferedTool[] = [];
  #leftOut: readonly string[] = [];
  /** Before this time the list holds; 0 when the server says that it changed. */
  #goodUntil = 0;
  #listing: Promise<readonly OfferedTool[]> | null = null;
  #isClosed = false;

  constructor(server: McpServer, world: McpWorld) {
    this.#server = server;
    this.#world = world;
    this.#heard = {
      calls: new OpenCalls(),
      onListChanged: () => {
        this.#goodUntil = 0;
      },
    };
  }

  async open(signal: AbortSignal): Promise<void> {
    try {
      this.#client = await this.#begin(false, signal);
    } catch (error) {
      if (signal.aborted || this.#isClosed || !mayBeNewer(error)) throw error;
      await this.#line?.close();
      this.#client = await this.#begin(true, signal);
    }
    if (this.#isClosed) await this.#part();
  }

  isOpen(): boolean {
    return !this.#isClosed && this.#line?.hasEnded() !== true;
  }

  words(hide: Hide): string {
    return this.#line?.words(hide) ?? "";
  }

  leftOut(): readonly string[] {
    return this.#leftOut;
  }

  async offered(
    signal: AbortSignal,
    onOffer: (offered: readonly OfferedTool[]) => void,
  ): Promise<readonly OfferedTool[]> {
    // What is being listed is older than the change that was told.
    if (this.#listing && this.#goodUntil === 0) await untilAborted(this.#listing, signal);
    if (!this.#listing && Date.now() < this.#goodUntil) return this.#offered;
    this.#listing ??= this.#list(AbortSignal.timeout(this.#world.limits.silentMs))
      .then((offered) => {
        onOffer(offered);
        return offered;
      })
      .finally(() => {
        this.#listing = null;
      });
    return untilAborted(this.#listing, signal);
  }

  call(
    name: string,
    input: JsonObject,
    idempotencyKey: string,
    onProgress: () => void,
    signal: AbortSignal,
  ): Promise<CallToolResult> {
    const client = this.#opened();
    return this.#heard.calls.run(idempotencyKey, onProgress, () =>
      client.callTool({ name, arguments: input, options: { signal } }),
    );
  }

  callTool(
    tool: OfferedTool,
    input: JsonObject,
    context: ToolCallContext,
    retire: () => void,
  ): Promise<ToolOutcome> {
    return callMcpTool(this, this.#server.name, tool, input, context, this.#world.limits, retire);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#part();
  }

  async #part(): Promise<void> {
    const goodbye = this.#client?.close().catch(() => {});
    await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref())]);
    await this.#line?.close();
  }

  /** Most servers speak a protocol that begins with `initialize`; newer ones are asked what they speak. */
  #begin(protocolVersionDiscovery: boolean, signal: AbortSignal): Promise<MCPClient> {
    this.#line = this.#lineOf();
    return createMCPClient({
      clientName: "stepwright",
      transport: this.#line.transport,
      protocolVersionDiscovery,
      initializationOptions: { signal },
      maxRetries: 0,
      capabilities: {},
      onUncaughtError: () => {},
    });
  }

  #lineOf(): Line {
    const { transport, name } = this.#server;
    const { egressAllow, limits } = this.#world;
    if (transport.type === "stdio") {
      const { command, args, env } = transport;
      const stdio = new StdioTransport({ name, command, args, env }, this.#world, this.#heard, limits);
      return {
        transport: stdio,
        words: (hide) => stdio.words(hide),
        hasEnded: () => stdio.hasEnded(),
        close: () => stdio.close(),
      };
    }
    const { url, headers } = transport;
    const guarded = guardedFetch(new URL(url), egressAllow, this.#heard, limits);
    return {
      transport: { type: "http", url, headers, fetch: guarded.fetch },
      words: () => "",
      hasEnded: () => false,
      close: guarded.close,
    };
  }

  async #list(signal: AbortSignal): Promise<readonly OfferedTool[]> {
    const client = this.#opened();
    // Whatever is told from now on is about a later list.
    this.#goodUntil = Date.now() + this.#world.limits.staleMs;
    try {
      const raw: RawTool[] = [];
      let cursor: string | undefined;
      let size = 0;
      for (let pages = 0; pages < MAX_PAGES && raw.length <= MAX_TOOLS; pages += 1) {
        const params = cursor === undefined ? {} : { params: { cursor } };
        const page = await client.listTools({ ...params, options: { signal } });
        raw.push(...page.tools);
        size += JSON.stringify(page.tools).length;
        if (size > this.#world.limits.maxMessageBytes)
          throw new RefusedAnswer("Its list of tools is too long.");
        if (page.nextCursor === undefined || page.nextCursor === cursor) break;
        cursor = page.nextCursor;
      }
      const { offered, left } = await offeredTools(raw);
      tellOfLeftOut(left, this.#server.name, this.#world.log);
      this.#offered = offered;
      this.#leftOut = left;
      return this.#offered;
    } catch (error) {
      this.#goodUntil = 0;
      throw error;
    }
  }

  #opened(): MCPClient {
    if (!this.#client) throw new Error("The connection is not open.");
    return this.#client;
  }
}

/** An answer that a server gives to a first word that it does not know. */
function mayBeNewer(error: unknown): boolean {
  if (!MCPClientError.isInstance(error)) return false;
  if (error.code !== undefined) return true;
  return error.statusCode !== undefined && [400, 404, 405, 406, 415].includes(error.statusCode);
}
