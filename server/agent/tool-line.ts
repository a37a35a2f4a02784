import { isObject, type JsonSchema } from "#server/core/json.ts";
import type { ToolDefinition } from "#server/core/tool.ts";

const MAX_SIGNATURES = 1_000;
const MAX_NAMES = 1_200;

/**
 * `Tools: read_file(path) → content, bytes: integer; …`: those with their parameters for which there is room, then names,
 * then how many more there are. find_tools tells the rest.
 */
export function toolLine(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return "Tools: none connected.";
  const signed = taken(tools.map(signature), MAX_SIGNATURES);
  const named = taken(
    tools.slice(signed.length).map((tool) => tool.name),
    MAX_NAMES,
  );
  const hidden = tools.length - signed.length - named.length;
  return [
    `Tools: ${[...signed, ...named].join("; ")}${hidden > 0 ? `; and ${hidden} more` : ""}.`,
    ...(signed.length < tools.length ? ["(find_tools tells what is not shown.)"] : []),
  ].join(" ");
}

function taken(texts: readonly string[], room: number): string[] {
  let characters = 0;
  const end = texts.findIndex((text) => {
    characters += text.length + 2;
    return characters > room;
  });
  return end < 0 ? [...texts] : texts.slice(0, end);
}

/** `write_file(path, content, append?: boolean) → path, bytes: integer`: what is not said to be otherwise is text. */
function signature({ name, inputSchema, outputSchema = {} }: ToolDefinition): string {
  const outputs = fields(outputSchema, "");
  return `${name}(${fields(inputSchema, "?").join(", ")})${outputs.length > 0 ? ` → ${outputs.join(", ")}` : ""}`;
}

function fields(schema: JsonSchema, optionalMark: string): string[] {
  const { properties, required } = schema;
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, property]) => {
    const isRequired = Array.isArray(required) && required.includes(name);
    const type = isObject(property) ? property["type"] : undefined;
    return `${name}${isRequired ? "" : optionalMark}${typeof type !== "string" || type === "string" ? "" : `: ${type}`}`;
  });
}
