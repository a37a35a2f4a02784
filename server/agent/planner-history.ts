import type { ModelMessage } from "ai";
import type { StoredPart } from "#server/core/conversation.ts";
import type { MessageRow } from "#server/services/append-message.ts";

const MAX_CHARACTERS = 60_000;
const MAX_PERSON_TEXT = 8_000;
const MAX_TOOL_RESULT = 600;
const MAX_TOOL_INPUT = 6_000;

type ToolUse = { id: string; name: string; input: unknown; output: string };

/**
 * The conversation so far as a model reads it, oldest first: words, calls that succeeded or were
 * refused, and their short results. Cards, notices, old plans and calls that came to nothing are left out.
 */
export function plannerHistory(rows: readonly MessageRow[]): ModelMessage[] {
  const groups = rows.map(modelMessages);
  let characters = 0;
  let from = groups.length;
  while (from > 0) {
    const size = JSON.stringify(groups[from - 1]).length;
    if (characters + size > MAX_CHARACTERS) break;
    characters += size;
    from -= 1;
  }
  return groups.slice(from).flat();
}

/** The person's words in a message. */
export function textOf(parts: readonly StoredPart[]): string {
  return parts
    .flatMap((part) => (part.type === "text" && typeof part["text"] === "string" ? [part["text"]] : []))
    .join("\n\n");
}

function modelMessages(row: MessageRow): ModelMessage[] {
  if (row.role === "user") return [{ role: "user", content: cut(textOf(row.parts), MAX_PERSON_TEXT) }];

  return row.parts.flatMap((part): ModelMessage[] => {
    if (part.type === "text" && typeof part["text"] === "string" && part["text"].trim() !== "") {
      return [{ role: "assistant", content: part["text"] }];
    }
    const use = toolUse(part);
    return use === null ? [] : toolMessages(use);
  });
}

function toolUse(part: StoredPart): ToolUse | null {
  const { toolCallId, input, output, state } = part;
  if (!part.type.startsWith("tool-") || state !== "output-available" || typeof toolCallId !== "string")
    return null;
  const text = typeof output === "string" ? output : JSON.stringify(output ?? null);
  // Very long input would repeat a whole plan, which the context gives as it is now.
  const short = JSON.stringify(input ?? {}).length > MAX_TOOL_INPUT ? {} : input;
  return {
    id: toolCallId,
    name: part.type.slice("tool-".length),
    input: short,
    output: cut(text, MAX_TOOL_RESULT),
  };
}

function toolMessages({ id, name, input, output }: ToolUse): ModelMessage[] {
  return [
    { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: name, input }] },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: id, toolName: name, output: { type: "text", value: output } },
      ],
    },
  ];
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
}
