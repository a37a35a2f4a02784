import { expect, test } from "vitest";
import { findToolsTool } from "#server/agent/tools/find-tools.ts";
import type { Turn } from "#server/agent/turn.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { contextOf, makeState } from "#test/planning-state.ts";

function toolOf(name: string, over: Partial<ToolDefinition> = {}): ToolDefinition {
  return { name, description: "Sends.", inputSchema: {}, annotations: {}, policy: "allowed", ...over };
}

const state = makeState(null, {
  tools: [toolOf("send_webhook", { takesSecrets: true })],
  offTools: [toolOf("send_email", { policy: "off", offBecause: "SMTP_URL is not set." })],
});

async function found(query: string) {
  // What is missing only other tools use.
  const { execute } = findToolsTool({ state } as Turn);
  const lines = await execute?.({ query }, { toolCallId: "call_1", messages: [], context: {} });
  return String(lines)
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("a tool that is off is named in the context, and found with the reason", async () => {
  expect(contextOf(state)).toContain("Off, find_tools tells why: send_email.");
  expect(contextOf(makeState(null))).not.toContain("Off,");
  expect(await found("email")).toEqual([
    expect.objectContaining({ name: "send_email", offNow: "SMTP_URL is not set." }),
  ]);
});

test("whether a tool takes secrets is told", async () => {
  const [webhook] = await found("webhook");

  expect(webhook).toMatchObject({ name: "send_webhook", takesSecrets: true });
  expect(webhook).not.toHaveProperty("offNow");
});
