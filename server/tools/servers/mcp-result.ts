import type { CallToolResult } from "@ai-sdk/mcp";
import type { ToolCallContext } from "#server/context.ts";
import { shortened } from "#server/core/characters.ts";
import type { Json, JsonObject } from "#server/core/json.ts";
import type { OfferedTool } from "#server/core/tool-server.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { completed, failedForGood, failedNow } from "#server/tools/outcome.ts";
import { schemaProblems } from "#server/tools/schema-problems.ts";
import { MAX_RESULT_BYTES } from "./limits.ts";
import { keepFile } from "./result-files.ts";

const QUOTED_CHARACTERS = 4_000;
const DONE = "It was called, and is not called again.";

/** A part of an answer. The library has checked the kinds that it knows. */
type Content = { type: string; [field: string]: unknown };

/** What a tool's answer means for the step. Pictures, sounds and other binary parts become files of the run. */
export async function outcomeOfResult(
  result: CallToolResult,
  tool: OfferedTool,
  { folder, hide = (text) => text }: Pick<ToolCallContext, "folder" | "hide">,
): Promise<ToolOutcome> {
  if (!("content" in result) || !Array.isArray(result.content)) {
    return failedForGood(`The tool "${tool.name}" answered in a form that MCP had once. ${DONE}`);
  }
  const content = result.content as Content[];
  const text = content.flatMap((part) => (part.type === "text" ? [String(part["text"])] : [])).join("\n");
  if (result.isError === true) {
    return failedNow(
      shortened(hide(text), QUOTED_CHARACTERS) || `The tool "${tool.name}" says that it failed.`,
    );
  }
  if (sizeOf(result.structuredContent, content) > MAX_RESULT_BYTES) {
    return failedForGood(`The tool "${tool.name}" answered with more than 10 MB. ${DONE}`);
  }
  if (tool.outputSchema) return structured(result.structuredContent, tool.outputSchema, tool.name);
  const parts: JsonObject[] = [];
  for (const part of content) if (part.type !== "text") parts.push(await partOf(part, tool.name, folder));
  return completed({ text, ...(parts.length > 0 && { parts }) });
}

function structured(
  value: unknown,
  schema: NonNullable<OfferedTool["outputSchema"]>,
  name: string,
): ToolOutcome {
  const said = `The tool "${name}" answered with something else than its description says`;
  if (value === undefined) return failedForGood(`${said}: no structured content. ${DONE}`);
  const problems = schemaProblems(schema, value as Json);
  if (problems.length > 0) return failedForGood(`${said}: ${problems.join("; ")}. ${DONE}`);
  return completed(value as Json);
}

async function partOf(part: Content, tool: string, folder: string): Promise<JsonObject> {
  const { type, mimeType, data, resource } = part;
  if (typeof data === "string") {
    return { type, ...texts(part, "mimeType"), ...(await fileOf(data, mimeType, tool, folder)) };
  }
  if (isFields(resource)) {
    const told = { type, ...texts(resource, "uri", "mimeType") };
    if (typeof resource["blob"] !== "string") return { ...told, ...texts(resource, "text") };
    return { ...told, ...(await fileOf(resource["blob"], resource["mimeType"], tool, folder)) };
  }
  return { type, ...texts(part, "uri", "name", "mimeType", "description") };
}

async function fileOf(base64: string, mimeType: unknown, tool: string, folder: string) {
  const bytes = Buffer.from(base64, "base64");
  return { file: await keepFile(folder, tool, String(mimeType), bytes), bytes: bytes.length };
}

function texts(fields: Record<string, unknown>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof fields[name] === "string" ? [[name, fields[name]]] : [])),
  );
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function sizeOf(structuredContent: unknown, content: readonly Content[]): number {
  const sizes = content.map((part) => {
    const blob = isFields(part["resource"]) ? part["resource"]["blob"] : part["data"];
    // Base64 is a third longer than what it stands for.
    return typeof blob === "string" ? blob.length * 0.75 : JSON.stringify(part).length;
  });
  return sizes.reduce((sum, size) => sum + size, 0) + (JSON.stringify(structuredContent)?.length ?? 0);
}
