import { canonicalJson } from "#server/core/json.ts";
import type { OfferedTool } from "#server/core/tool-server.ts";

/** Whether a tool is described as it was when somebody accepted it, to the last word. */
export function isSameTool(a: OfferedTool, b: OfferedTool): boolean {
  return textOf(a) === textOf(b);
}

function textOf({ name, description, inputSchema, outputSchema, annotations }: OfferedTool): string {
  return canonicalJson({ name, description, inputSchema, outputSchema, annotations });
}
