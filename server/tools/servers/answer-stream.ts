import type { JSONRPCMessage } from "@ai-sdk/mcp";
import { validateJSONRPCMessage } from "@ai-sdk/mcp";
import { type Heard, hear } from "./incoming.ts";
import { SseReader } from "./sse-reader.ts";

/** The code of an error that no server sent: the stream ended before its answer. */
export const BROKEN_OFF = -32_099;

type Bytes = AsyncIterable<Uint8Array>;

/** The bytes, up to so many of them. */
export async function* capped(bytes: Bytes, maxBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes.`);
    yield chunk;
  }
}

/**
 * The stream that answers request `id`, heard on its way. The library waits for ever when a stream ends
 * without the answer, so one that does is completed with an error.
 */
export async function* answering(
  bytes: Bytes,
  id: string | number,
  heard: Heard,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let isAnswered = false;
  try {
    for await (const chunk of heardOnItsWay(bytes, heard, maxBytes, (message) => {
      isAnswered ||= !("method" in message) && message.id === id;
    })) {
      yield chunk;
    }
  } catch (error) {
    if (!isAnswered) yield brokenOff(id, error instanceof Error ? error.message : String(error));
    return;
  }
  if (!isAnswered) yield brokenOff(id, "The stream ended before the answer.");
}

/** A stream of what a server tells without being asked. Its end may be the loss of something told. */
export async function* listening(bytes: Bytes, heard: Heard, maxBytes: number): AsyncGenerator<Uint8Array> {
  try {
    yield* heardOnItsWay(bytes, heard, maxBytes, () => {});
  } finally {
    heard.onListChanged();
  }
}

async function* heardOnItsWay(
  bytes: Bytes,
  heard: Heard,
  maxBytes: number,
  onMessage: (message: JSONRPCMessage) => void,
): AsyncGenerator<Uint8Array> {
  const reader = new SseReader(maxBytes);
  for await (const chunk of bytes) {
    for (const data of reader.push(chunk)) {
      const message = readMessage(data);
      if (!message) continue;
      hear(message, heard);
      onMessage(message);
    }
    yield chunk;
  }
}

function readMessage(data: string): JSONRPCMessage | null {
  try {
    return validateJSONRPCMessage(JSON.parse(data));
  } catch {
    return null;
  }
}

function brokenOff(id: string | number, message: string): Uint8Array {
  const error = { jsonrpc: "2.0", id, error: { code: BROKEN_OFF, message } };
  return new TextEncoder().encode(`\n\nevent: message\ndata: ${JSON.stringify(error)}\n\n`);
}
