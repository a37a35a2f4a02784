import type { ModelMessage } from "ai";
import { type DataParts, dataPartSchemas, type StoredPart } from "#server/core/conversation.ts";
import type { MessageRow } from "#server/services/append-message.ts";
import { isRefusal } from "./turn-change.ts";

const MAX_CHARACTERS = 1_600;
const KEPT_CHARACTERS = 800;
/** Characters that are shown of a message. */
// What these answered is data of a run, and counts for the message that it was read for.
const READS_RUNS = ["read_run", "propose_correction"];
const LIMITS = {
  words: 1_200,
  reply: 1_000,
  input: 400,
  result: 240,
  description: 120,
  notice: 240,
};
const LAST_EXCHANGE = 2;
const MAX_CODE = 300;
const LEFT_OUT = "(a long pasted text, left out here)";
const MAX_DIGEST = 300;
const MAX_DIGEST_LINE = 80;

/** What a message of earlier words begins with, so that nobody takes it for something said just now. */
export const DIGEST_OPENING = "What I said earlier, shortened; each was answered at the time:";
const NOT_DONE = "not done";

/** What a remark begins with that stands in the place of the person's words and is not theirs. */
export const REMARK_OPENING = "(From the record. ";

type ToolUse = { id: string; name: string; input: unknown; output: string };

/**
 * The conversation so far as a model reads it, oldest first: of the last messages words, calls that
 * succeeded or were refused, their short results, and the notices that the person got; of those before only
 * what the person said, shortened. A long call is told in words, because one with parts left out would be
 * an example of a broken one. Its length does not grow with the conversation: the plan context tells the
 * plan as it is.
 * The window moves on in leaps, so that from one turn to the next a provider's prompt cache can hold.
 */
export function plannerHistory(rows: readonly MessageRow[]): ModelMessage[] {
  const groups = rows.map((row) => ({ row, messages: modelMessages(row) }));
  const sizes = groups.map(({ messages }) => JSON.stringify(messages).length);
  const from = Math.max(0, Math.min(windowStart(sizes), rows.length - LAST_EXCHANGE));
  const words = rows.slice(0, from).flatMap((row, index) => {
    if (row.role !== "user") return [];
    const text = cut(withoutCode(textOf(row.parts)).replace(/\s+/g, " ").trim(), MAX_DIGEST_LINE);
    return [isNotDone(rows[index + 1]) ? `${text} (${NOT_DONE})` : text];
  });
  return [...digestOf(words), ...groups.slice(from).flatMap(({ messages }) => messages)];
}

/** Where the window begins: pushed on, down to half its size, each time that it is full. */
function windowStart(sizes: readonly number[]): number {
  let [from, characters] = [0, 0];
  for (const [index, size] of sizes.entries()) {
    characters += size;
    if (characters <= MAX_CHARACTERS) continue;
    while (characters > KEPT_CHARACTERS && from < index) {
      characters -= sizes[from] ?? 0;
      from += 1;
    }
  }
  return from;
}

function digestOf(words: readonly string[]): ModelMessage[] {
  const lines = words.map((text) => `- ${text}`);
  const [first, ...others] = lines;
  if (first === undefined) return [];
  let room = MAX_DIGEST - first.length;
  const newest = others.toReversed().findIndex((line) => {
    room -= line.length;
    return room < 0;
  });
  const shown = newest < 0 ? others : others.slice(others.length - newest);
  const isCut = others.length > shown.length;
  const content = [DIGEST_OPENING, first, ...(isCut ? ["- …"] : []), ...shown];
  return [{ role: "user", content: content.join("\n") }];
}

/** The person's words in a message. */
export function textOf(parts: readonly StoredPart[]): string {
  return parts
    .flatMap((part) => (part.type === "text" && typeof part["text"] === "string" ? [part["text"]] : []))
    .join("\n\n");
}

function modelMessages(row: MessageRow): ModelMessage[] {
  if (row.role === "user")
    return [{ role: "user", content: cut(withoutCode(textOf(row.parts)), LIMITS.words) }];

  const said = row.parts.flatMap((part): ModelMessage[] => {
    if (part.type === "text" && typeof part["text"] === "string" && part["text"].trim() !== "") {
      return [{ role: "assistant", content: cut(part["text"], LIMITS.reply) }];
    }
    const report = part.type === "data-runReport" ? dataPartSchemas.runReport.safeParse(part["data"]) : null;
    if (report?.success) return [remark(reportWords(report.data))];
    const use = toolUse(part);
    return use === null ? [] : toolMessages(use);
  });
  const notices = noticesIn(row.parts).map(({ text }) => cut(text, LIMITS.notice));
  if (row.metadata?.stopped === true) notices.push("The person stopped this reply.");
  return notices.length === 0 ? said : [...said, remark(`Below this reply stood: ${notices.join(" ")}`)];
}

function remark(words: string): ModelMessage {
  return { role: "user", content: `${REMARK_OPENING}${words})` };
}

/** Without what the run wrote: that is data, for read_run, and would stand before every later message. */
function reportWords({ runId, failedStepNumber, count }: DataParts["runReport"]): string {
  const times = count > 1 ? `, ${count} times for the same reason` : "";
  const place = failedStepNumber === null ? "" : ` at step ${failedStepNumber}`;
  return `Run ${runId} failed${place}${times}. Its report is shown to the person; read_run tells why.`;
}

function noticesIn(parts: readonly StoredPart[]): DataParts["notice"][] {
  return parts.flatMap((part) => {
    const notice = part.type === "data-notice" ? dataPartSchemas.notice.safeParse(part["data"]) : null;
    return notice?.success ? [notice.data] : [];
  });
}

/** Whether a reply changed and saved nothing although that was tried or claimed. */
function isNotDone(reply: MessageRow | undefined): boolean {
  if (reply?.role !== "assistant") return false;
  const { parts } = reply;
  if (parts.some((part) => part.type === "data-revision" || part.type === "data-snapshot")) return false;
  return (
    parts.some((part) => isRefusal(part["output"])) || noticesIn(parts).some(({ level }) => level !== "info")
  );
}

function toolUse(part: StoredPart): ToolUse | null {
  const { toolCallId, input, output, state } = part;
  if (!part.type.startsWith("tool-") || state !== "output-available" || typeof toolCallId !== "string")
    return null;
  const name = part.type.slice("tool-".length);
  const said = typeof output === "string" ? output : JSON.stringify(output ?? null);
  const text = READS_RUNS.includes(name) ? "(What a run wrote: read it again if it is asked for.)" : said;
  return {
    id: toolCallId,
    name,
    input: input ?? {},
    output: cut(text, LIMITS.result),
  };
}

// A plan that was pasted stands in the context as it is now.
function withoutCode(text: string): string {
  const trimmed = text.trim();
  if (/^[{[][\s\S]*[}\]]$/.test(trimmed) && trimmed.length > MAX_CODE) return LEFT_OUT;
  return text.replace(/```[^\n]*\n([\s\S]*?)```/g, (block, code: string) =>
    code.length > MAX_CODE ? LEFT_OUT : block,
  );
}

function toolMessages({ id, name, input, output }: ToolUse): ModelMessage[] {
  if (JSON.stringify(input).length > LIMITS.input) {
    const described = descriptionIn(input);
    const what = described === null || output.includes(described) ? "" : ` for "${described}"`;
    return [remark(`${name} was called${what}. Its result: ${output}`)];
  }
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

function descriptionIn(input: unknown): string | null {
  const words =
    typeof input === "object" && input !== null && "changeDescription" in input
      ? input.changeDescription
      : null;
  return typeof words === "string" && words !== "" ? cut(words, LIMITS.description) : null;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
}
