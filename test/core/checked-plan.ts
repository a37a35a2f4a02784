import type { Workspace } from "#server/core/check/workspace.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import type { ToolAnnotations, ToolDefinition } from "#server/core/tool.ts";
import { makePlan } from "#test/make.ts";

/** A tool that takes any object. */
export function makeTool(
  name: string,
  annotations: ToolAnnotations = {},
  over: Partial<ToolDefinition> = {},
): ToolDefinition {
  return { name, description: "", inputSchema: { type: "object" }, annotations, policy: "allowed", ...over };
}

/** Tools of every kind, and no trigger. */
export const workspace: Workspace = {
  tools: [
    makeTool("read", { readOnlyHint: true }),
    makeTool("post"),
    makeTool("put", { idempotentHint: true, destructiveHint: false }),
    makeTool("guarded", {}, { policy: "needs_approval" }),
    makeTool("gone", {}, { policy: "off" }),
  ],
  agents: ["digest", "own"],
  self: "own",
  hasModel: true,
};

export function issuesOf(plan: Plan, over: Partial<Workspace> = {}) {
  return validatePlan(plan, { ...workspace, ...over });
}

/** `code: message` of every issue of a plan whose first step is the one under test. */
export function saidOf(step: Partial<Step>, over: Partial<Workspace> = {}): string[] {
  return issuesOf(makePlan({ a: [] }, { a: step }), over).map((issue) => `${issue.code}: ${issue.message}`);
}
