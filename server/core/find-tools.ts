import { isObject } from "./json.ts";
import type { ToolDefinition } from "./tool.ts";

/** The tools in which words of the text are found, best first: in the name, then in what it does and takes. */
export function findTools(tools: readonly ToolDefinition[], text: string): ToolDefinition[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const hits = (where: string) => words.filter((word) => where.toLowerCase().includes(word)).length;
  return tools
    .map((tool) => ({
      tool,
      score: 3 * hits(tool.name) + hits(tool.description) + hits(parametersOf(tool)) / 2,
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
}

function parametersOf({ inputSchema }: ToolDefinition): string {
  const { properties } = inputSchema;
  return isObject(properties) ? Object.keys(properties).join(" ") : "";
}
