import { Buffer } from "node:buffer";
import { responsesBody } from "#test/openai-responses-wire.ts";
import type { RecordedRequest, SimulatedReply } from "#test/openai-simulator.ts";

/** An answer that says it used all that it was allowed: a token for each byte it read, and the whole length. */
export function largestAnswer(
  words: (request: RecordedRequest) => string,
  ending: "complete" | "length" = "complete",
): SimulatedReply {
  return (request, response) => {
    const output = Number(request.body["max_output_tokens"] ?? 0);
    const part = { type: "text", text: words(request) } as const;
    const usage = {
      input_tokens:
        bytesOf(request.body["instructions"]) + bytesOf(request.body["input"]) + bytesOf(formOf(request)),
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 0,
    };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...responsesBody({ parts: [part], ending }), usage }));
  };
}

/** The JSON form that the answer has to have, when one is asked for. */
export function formOf(request: RecordedRequest): unknown {
  const format = (request.body["text"] as { format?: { schema?: unknown } } | undefined)?.format;
  return format?.schema ?? null;
}

// The words alone: of what stands around them no model reads a byte.
function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (Array.isArray(value)) return value.reduce((total: number, item) => total + bytesOf(item), 0);
  if (typeof value !== "object" || value === null) return 0;
  const words = "content" in value ? value.content : "text" in value ? value.text : JSON.stringify(value);
  return bytesOf(words);
}
