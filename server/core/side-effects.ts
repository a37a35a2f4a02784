import { type ToolDefinition, isDestructive, isReadOnly, isRepeatable } from "./tool.ts";

/** What a call does to the world, in words. Undefined for a step without a tool, null for an unknown one. */
export function sideEffects(tool: ToolDefinition | null | undefined): string {
  if (tool === undefined) return "The step calls no tool.";
  if (tool === null) return "The tool is not known now, so it counts as one that changes and deletes data.";
  if (isReadOnly(tool.annotations)) return "The call only reads.";
  const change = isDestructive(tool.annotations)
    ? "The call changes data and may delete or overwrite it"
    : "The call adds data and deletes none";
  return isRepeatable(tool.annotations)
    ? `${change}; a second call has no further effect.`
    : `${change}; a second call has a second effect.`;
}
