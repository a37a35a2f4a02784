import type { JsonSchema } from "#server/core/json.ts";
import type { ToolDefinition } from "#server/core/tool.ts";

/** The tools that every installation has, as far as a planner sees them: names and fields. */
export const workspaceTools: ToolDefinition[] = [
  tool("read_file", ["path"], ["encoding"]),
  tool("write_file", ["path", "content"], ["encoding", "append"]),
  tool("list_files", [], ["path", "pattern"]),
  tool("http_request", ["url"], ["method", "headers", "body"]),
  tool("transform", ["expression", "data"], []),
  tool("render_template", ["template", "data"], []),
  tool("parse_csv", ["text"], ["delimiter", "header"]),
];

function tool(name: string, required: string[], optional: string[]): ToolDefinition {
  const properties = Object.fromEntries([...required, ...optional].map((field) => [field, {}]));
  const inputSchema: JsonSchema = { type: "object", properties, required };
  return { name, description: name, inputSchema, annotations: {}, policy: "allowed" };
}
