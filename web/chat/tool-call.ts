import { getToolName, isToolUIPart } from "ai";
import type { ToolCall } from "./edit-chips.tsx";
import type { PlannerPart } from "./planner-message.ts";

/** The call that a part stands for; null when the part is something else. */
export function toolCallOf(part: PlannerPart): ToolCall | null {
  if (!isToolUIPart(part)) return null;
  const call = { id: part.toolCallId, name: getToolName(part), input: part.input };
  switch (part.state) {
    case "output-available":
      return { ...call, phase: isRefusal(part.output) ? "failed" : "done" };
    case "output-error":
    case "output-denied":
      return { ...call, phase: "failed" };
    default:
      return { ...call, phase: "running" };
  }
}

// The planner's tools answer a refusal in words, with this at their start.
function isRefusal(output: unknown): boolean {
  return typeof output === "string" && output.startsWith("Refused");
}
