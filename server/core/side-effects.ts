import type { Json } from "./json.ts";
import { type ToolDefinition, annotationsOf, isDestructive, isReadOnly } from "./tool.ts";

/**
 * What a call with this input does to the world, in words. The tool is undefined for a step without
 * one, null for an unknown one.
 */
export function sideEffects(tool: ToolDefinition | null | undefined, input: Json): string {
  if (tool === undefined) return "The step calls no tool.";
  if (tool === null) return "The tool is not known now, so it counts as one that changes and deletes data.";
  if (tool.name === "write_file") {
    return hasAppend(input)
      ? "Adds to the end of the file."
      : "Writes the file; a file of that name is replaced.";
  }
  const annotations = annotationsOf(tool, input);
  if (isReadOnly(annotations)) return "Only reads.";
  const isOutside = annotations.openWorldHint !== false;
  if (isDestructive(annotations)) {
    return isOutside
      ? "Sends data to another system; this may not be undone."
      : "Changes data here and may delete or overwrite it.";
  }
  return isOutside ? "Adds data to another system and deletes none." : "Adds data here and deletes none.";
}

function hasAppend(input: Json): boolean {
  return typeof input === "object" && input !== null && !Array.isArray(input) && input["append"] === true;
}
