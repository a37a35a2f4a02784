import type { Context } from "#server/context.ts";
import { validatorOf } from "#server/core/check/schema-validator.ts";
import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { type AgentTools, toolOfAgent } from "#server/core/tool.ts";

/** Why the tool of a step could not be called now, with this input if it is given, in words; null when it could. */
export function unusableBecause(
  ctx: Pick<Context, "tools">,
  step: Pick<Step, "tool">,
  agent: AgentTools,
  input: Json | undefined,
): string | null {
  if (step.tool === undefined) return null;
  const found = ctx.tools.find(step.tool);
  if (found === null) return `The tool "${step.tool}" is not there any more.`;
  const tool = toolOfAgent(found, agent);
  if (tool.policy === "off")
    return `The tool "${tool.name}" cannot be used now. ${tool.offBecause ?? ""}`.trim();
  if (input === undefined) return null;
  const takes = validatorOf(tool.inputSchema);
  if (takes === null || takes(input)) return null;
  return `The tool "${tool.name}" takes another input by now than this one.`;
}
