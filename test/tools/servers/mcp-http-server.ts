import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = { method: string; headers: IncomingMessage["headers"]; message: Asking };
export type Asking = { id?: number; method: string; params: { arguments: { text?: string } } };
/** Answers a call of a tool. */
export type OnCall = (asked: Asked, response: ServerResponse) => void;

export const TOOL = { name: "act", description: "Acts", inputSchema: { type: "object" } };
export const LOOK = { ...TOOL, name: "look", annotations: { readOnlyHint: true } };

/** An MCP server over streamable HTTP on the loopback, that does with calls as it is told. */
export async function startMcpServer(onCall: OnCall, tools: () => object[] = () => [TOOL, LOOK]) {
  const asked: Asked[] = [];
  const listeners: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === "/moved") return void response.writeHead(307, { location: "/mcp" }).end();
    const text = Buffer.concat(chunks).toString();
    const one = {
      method: request.method ?? "",
      headers: request.headers,
      message: JSON.parse(text || "{}") as Asking,
    };
    asked.push(one);
    if (one.method === "GET" && request.headers["mcp-session-id"] !== undefined) {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      listeners.push(response);
      return;
    }
    if (one.method !== "POST") return void response.writeHead(405).end();
    const { id, method } = one.message;
    if (id === undefined) return void response.writeHead(202).end();
    if (method === "initialize") {
      response.setHeader("mcp-session-id", "session_1");
      const serverInfo = { name: "http", version: "1" };
      return answer(one, response, {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo,
      });
    }
    if (method === "tools/list") return answer(one, response, { tools: tools() });
    onCall(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    asked,
    tell: (message: object) => {
      for (const listener of listeners) listener.write(eventOf(message));
    },
    isListenedTo: () => listeners.length > 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function answer({ message }: Asked, response: ServerResponse, result: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
}

export function say(asked: Asked, response: ServerResponse, text: string): void {
  answer(asked, response, { content: [{ type: "text", text }] });
}

export function eventOf(message: object): string {
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;
}
