import { expect, test } from "vitest";
import { toolOfAgent, type ToolDefinition, type ToolPolicy } from "#server/core/tool.ts";

const tool = (policy: ToolPolicy): ToolDefinition => ({
  name: "send",
  description: "Sends.",
  inputSchema: { type: "object" },
  annotations: {},
  policy,
});

test.each([
  ["allowed", "needs_approval", "needs_approval"],
  ["allowed", "off", "off"],
  ["needs_approval", "needs_approval", "needs_approval"],
  ["needs_approval", "off", "off"],
  ["off", "needs_approval", "off"],
  ["off", "off", "off"],
] as const)("what the workspace has as %s and the agent as %s is %s", (workspace, own, result) => {
  expect(toolOfAgent(tool(workspace), { granted: null, stricter: { send: own } }).policy).toBe(result);
});

test("a tool that was not granted is off, and one that nothing is said of stays", () => {
  expect(toolOfAgent(tool("allowed"), { granted: ["read"], stricter: {} })).toMatchObject({
    policy: "off",
    offBecause: expect.stringContaining("may not use it"),
  });
  expect(toolOfAgent(tool("allowed"), { granted: ["send"], stricter: {} }).policy).toBe("allowed");
  expect(toolOfAgent(tool("needs_approval"), { granted: null, stricter: {} }).policy).toBe("needs_approval");
});
