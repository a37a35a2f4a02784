import type { ToolServerTransport, ToolServerView } from "#server/core/tool-server.ts";
import { timeAgo } from "#web/durations.ts";
import type { Tone } from "#web/step-state.ts";

export const KIND_CHOICES: readonly { value: ToolServerTransport["type"]; label: string; hint: string }[] = [
  {
    value: "stdio",
    label: "A program on this machine",
    hint: "Speaks the Model Context Protocol on its standard streams, as most servers from npm or PyPI do.",
  },
  {
    value: "http",
    label: "An MCP server at an address",
    hint: "Speaks the Model Context Protocol over streamable HTTP.",
  },
  {
    value: "openapi",
    label: "A service with an OpenAPI document",
    hint: "Each operation becomes a tool; those by GET only read.",
  },
];

/** How it is reached, in one line. */
export function reachText(transport: ToolServerTransport): string {
  if (transport.type === "stdio") return [transport.command, ...transport.args].join(" ");
  if (transport.type === "http") return transport.url;
  return transport.url ?? transport.baseUrl ?? "A pasted OpenAPI document";
}

/** Whether it works, in words. */
export function serverState(server: ToolServerView, now: number): { tone: Tone; text: string } {
  const { enabled, checkedAt, problem, tools } = server;
  if (!enabled) return { tone: "canceled", text: "Off: no plan can call its tools" };
  if (checkedAt === null) return { tone: "pending", text: "Not looked at yet" };
  const when = timeAgo(checkedAt, now);
  if (problem !== null) return { tone: "failed", text: `Not reached ${when}` };
  const count = tools.filter(({ offered }) => offered !== null).length;
  return { tone: "completed", text: `Reached ${when} · offers ${count} ${count === 1 ? "tool" : "tools"}` };
}
