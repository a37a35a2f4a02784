import { type DataParts, dataPartSchemas } from "#server/core/conversation.ts";
import type { ToolCall } from "./edit-chips.tsx";
import type { PlannerMessage } from "./planner-message.ts";
import { toolCallOf } from "./tool-call.ts";

export type MessageBlock =
  | { type: "text"; text: string }
  | { type: "calls"; calls: ToolCall[] }
  | { type: "revision"; data: DataParts["revision"] }
  | { type: "snapshot"; data: DataParts["snapshot"] }
  | { type: "proposal"; data: DataParts["proposal"] }
  | { type: "notice"; data: DataParts["notice"] }
  | { type: "runReport"; data: DataParts["runReport"] };

/** A reply as blocks from top to bottom; tool calls that follow each other become one block. */
export function messageBlocks(message: PlannerMessage): MessageBlock[] {
  const blocks: MessageBlock[] = [];
  for (const part of message.parts) {
    const call = toolCallOf(part);
    const last = blocks.at(-1);
    if (call && last?.type === "calls") last.calls.push(call);
    else if (call) blocks.push({ type: "calls", calls: [call] });
    else if (part.type === "text" && part.text.trim() !== "") blocks.push({ type: "text", text: part.text });
    else if (part.type === "data-revision") blocks.push({ type: "revision", data: part.data });
    else if (part.type === "data-snapshot") blocks.push({ type: "snapshot", data: part.data });
    else if (part.type === "data-proposal") blocks.push(...proposalBlock(part.data));
    else if (part.type === "data-notice") blocks.push({ type: "notice", data: part.data });
    else if (part.type === "data-runReport") blocks.push({ type: "runReport", data: part.data });
  }
  return blocks;
}

/** What was kept by an earlier version may say less; what nothing can be made of has no card. */
function proposalBlock(kept: unknown): MessageBlock[] {
  const proposal = dataPartSchemas.proposal.safeParse(kept);
  return proposal.success ? [{ type: "proposal", data: proposal.data }] : [];
}
