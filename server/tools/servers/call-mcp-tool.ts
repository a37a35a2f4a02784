import type { CallToolResult } from "@ai-sdk/mcp";
import type { ToolCallContext } from "#server/context.ts";
import type { JsonObject } from "#server/core/json.ts";
import type { OfferedTool } from "#server/core/tool-server.ts";
import { type ToolOutcome, isRepeatable } from "#server/core/tool.ts";
import { failedForGood, failedForNow, outcomeUnknown } from "#server/tools/outcome.ts";
import type { Limits } from "./limits.ts";
import type { McpConnection } from "./mcp-connection.ts";
import { isStillGood, outcomeOfBrokenCall } from "./server-failure.ts";
import { outcomeOfResult } from "./mcp-result.ts";

/** Calls the tool, and judges what came of it. `retire` is called when the connection is of no use any more. */
export async function callMcpTool(
  connection: McpConnection,
  server: string,
  tool: OfferedTool,
  input: JsonObject,
  context: ToolCallContext,
  limits: Limits,
  retire: () => void,
): Promise<ToolOutcome> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), limits.silentMs);
  const signal = AbortSignal.any([context.signal, silence.signal]);
  const mayRepeat = isRepeatable(tool.annotations);
  try {
    const onProgress = () => timer.refresh();
    const result = await connection.call(tool.name, input, context.idempotencyKey, onProgress, signal);
    return await outcomeOfAnswer(result, tool, context);
  } catch (error) {
    if (signal.aborted) {
      retire();
      const said = context.signal.aborted
        ? `The call of "${tool.name}" was stopped before the tool server "${server}" answered.`
        : `The tool server "${server}" did not answer within ${limits.silentMs / 1_000} seconds.`;
      return mayRepeat ? failedForNow(said) : outcomeUnknown(said);
    }
    if (!isStillGood(error)) retire();
    return outcomeOfBrokenCall(error, { server, connection, hide: context.hide }, mayRepeat);
  } finally {
    clearTimeout(timer);
  }
}

async function outcomeOfAnswer(
  result: CallToolResult,
  tool: OfferedTool,
  context: ToolCallContext,
): Promise<ToolOutcome> {
  try {
    return await outcomeOfResult(result, tool, context);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failedForGood(
      `"${tool.name}" was called and answered, but the answer could not be kept: ${reason}`,
    );
  }
}
