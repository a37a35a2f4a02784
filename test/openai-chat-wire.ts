import {
  type Answer,
  type AnswerPart,
  isUnfinished,
  piecesOf,
  SIMULATED_MODEL,
  SIMULATED_USAGE,
  wordsOf,
} from "./openai-answer.ts";

const USAGE = {
  prompt_tokens: SIMULATED_USAGE.input,
  completion_tokens: SIMULATED_USAGE.output,
  total_tokens: SIMULATED_USAGE.input + SIMULATED_USAGE.output,
  prompt_tokens_details: { cached_tokens: SIMULATED_USAGE.cached },
  completion_tokens_details: { reasoning_tokens: SIMULATED_USAGE.reasoning },
};

const ENVELOPE = { id: "chatcmpl_1", created: 1_730_000_000, model: SIMULATED_MODEL };

/** The whole answer as `POST /chat/completions` gives it without streaming. */
export function chatBody(answer: Answer): object {
  const calls = answer.parts.filter((part) => part.type === "tool-call");
  const message = {
    role: "assistant",
    content: textOf(answer.parts, "text"),
    refusal: textOf(answer.parts, "refusal"),
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({
        id: call.id,
        type: "function",
        function: { name: call.name, arguments: call.arguments },
      })),
    }),
  };
  return {
    ...ENVELOPE,
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: finishReasonOf(answer) }],
    usage: USAGE,
  };
}

/** The chunks of `POST /chat/completions` with streaming. An unfinished answer lacks its last chunks. */
export function chatChunks(answer: Answer): object[] {
  const chunks = [
    chunkOf({ role: "assistant", content: "" }),
    ...deltasOf(answer.parts).map((delta) => chunkOf(delta)),
  ];
  if (isUnfinished(answer)) return chunks;
  return [
    ...chunks,
    chunkOf({}, finishReasonOf(answer)),
    { ...ENVELOPE, object: "chat.completion.chunk", choices: [], usage: USAGE },
  ];
}

function deltasOf(parts: readonly AnswerPart[]): object[] {
  let calls = 0;
  return parts.flatMap((part): object[] => {
    if (part.type === "text") return wordsOf(part.text).map((content) => ({ content }));
    if (part.type === "refusal") return wordsOf(part.text).map((refusal) => ({ refusal }));

    const index = calls++;
    const opening = { index, id: part.id, type: "function", function: { name: part.name, arguments: "" } };
    return [
      { tool_calls: [opening] },
      ...piecesOf(part.arguments).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ];
  });
}

function chunkOf(delta: object, finishReason: string | null = null): object {
  return {
    ...ENVELOPE,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}

function textOf(parts: readonly AnswerPart[], type: "text" | "refusal"): string | null {
  const texts = parts.flatMap((part) => (part.type === type ? [part.text] : []));
  return texts.length > 0 ? texts.join("") : null;
}

function finishReasonOf(answer: Answer): string {
  if (answer.ending === "length") return "length";
  if (answer.ending === "content-filter") return "content_filter";
  return answer.parts.some((part) => part.type === "tool-call") ? "tool_calls" : "stop";
}
