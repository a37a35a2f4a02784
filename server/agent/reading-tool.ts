import type { ToolCatalogue } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { type ToolDefinition, annotationsOf, isReadOnly, offWords } from "#server/core/tool.ts";
import { inputProblems } from "#server/tools/schema-problems.ts";

/** The tool to look with, when it takes the input and only reads with it; or why it is not looked with. */
export function readingTool(
  tools: Pick<ToolCatalogue, "find">,
  asked: { looker: string; toolName: string; input: Json },
): Result<ToolDefinition, { message: string; whatToChange: string }> {
  const { looker, toolName, input } = asked;
  const tool = tools.find(toolName);
  if (!tool) {
    const message = `${looker} looks with the tool "${toolName}", which is not there.`;
    return err({ message, whatToChange: "Name a tool of the catalogue." });
  }
  if (tool.policy === "off") {
    const message = `${looker} looks with the tool "${toolName}", which ${offWords(tool)}`;
    return err({ message, whatToChange: "Switch the tool on, or name another." });
  }
  const problems = inputProblems(tool.inputSchema, input);
  if (problems.length > 0) {
    const message = `The input of "${toolName}" does not fit: ${problems.join("; ")}.`;
    return err({ message, whatToChange: "Correct the input in the plan." });
  }
  if (!isReadOnly(annotationsOf(tool, input))) {
    const message = `${looker} may only look, and "${toolName}" with this input may change something.`;
    return err({ message, whatToChange: "Use a tool that only reads." });
  }
  return ok(tool);
}
