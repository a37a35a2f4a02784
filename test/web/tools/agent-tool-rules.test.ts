import { expect, test } from "vitest";
import { agentPolicy, mayUse, stricterPolicies, withPolicy } from "#web/tools/agent-tool-rules.ts";

test("an agent is offered only what is stricter than the workspace", () => {
  expect(stricterPolicies("allowed")).toEqual(["needs_approval", "off"]);
  expect(stricterPolicies("needs_approval")).toEqual(["off"]);
  expect(stricterPolicies("off")).toEqual([]);
});

test("an agent's own policy counts where it is stricter, and never loosens the workspace's", () => {
  const agent = { tools: null, toolPolicies: { a: "needs_approval" } } as const;

  expect(agentPolicy(agent, "a", "allowed")).toBe("needs_approval");
  expect(agentPolicy(agent, "a", "off")).toBe("off");
  expect(agentPolicy(agent, "b", "allowed")).toBe("allowed");
});

test("going back to the workspace's policy leaves nothing behind", () => {
  expect(withPolicy({ a: "off", b: "off" }, "a", null)).toEqual({ b: "off" });
  expect(withPolicy({}, "a", "off")).toEqual({ a: "off" });
});

test("an agent without a choice may use every tool", () => {
  expect(mayUse({ tools: null }, "a")).toBe(true);
  expect(mayUse({ tools: ["b"] }, "a")).toBe(false);
});
