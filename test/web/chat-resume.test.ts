import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, type UIMessageChunk } from "ai";
import { expect, test } from "vitest";
import type { PlannerMessage } from "#web/chat/planner-message.ts";

// What the page takes from the SDK when it takes a reply up again: vercel/ai #18457, #18458 and #14688.

function said(id: string, role: PlannerMessage["role"], text: string): PlannerMessage {
  return { id, role, parts: [{ type: "text", text, state: "done" }] };
}

/** A chat whose server has a reply under way, streamed as the test says. */
function chatWith(messages: PlannerMessage[]) {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  let signal: AbortSignal | null = null;
  const chat = new Chat<PlannerMessage>({
    messages,
    transport: new DefaultChatTransport({
      fetch: async (_input, init) => {
        signal = init?.signal ?? null;
        return new Response(readable.pipeThrough(new TextEncoderStream()), {
          headers: { "content-type": "text/event-stream" },
        });
      },
    }),
  });
  return {
    chat,
    send: (...chunks: UIMessageChunk[]) =>
      Promise.all(chunks.map((chunk) => writer.write(`data: ${JSON.stringify(chunk)}\n\n`))),
    end: () => writer.close(),
    isHungUp: () => signal?.aborted ?? false,
    textOf: (id: string) =>
      chat.messages
        .filter((message) => message.id === id)
        .flatMap((message) => message.parts.map((part) => (part.type === "text" ? part.text : ""))),
  };
}

test("a reply that is taken up does not take in the reply before it", async () => {
  const { chat, send, end, textOf } = chatWith([
    said("a", "user", "Hello"),
    said("A", "assistant", "Hello yourself."),
  ]);

  const resumed = chat.resumeStream();
  await send(
    { type: "start", messageId: "B" },
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "Another one." },
    { type: "text-end", id: "t" },
    { type: "finish" },
  );
  await end();
  await resumed;

  expect(chat.messages.map((message) => message.id)).toEqual(["a", "A", "B"]);
  expect(textOf("A")).toEqual(["Hello yourself."]);
  expect(textOf("B")).toEqual(["Another one."]);
});

test("what was kept of a reply is not doubled when the reply is taken up from its start", async () => {
  const { chat, send, end, textOf } = chatWith([
    said("a", "user", "Hello"),
    said("A", "assistant", "One two"),
  ]);

  const resumed = chat.resumeStream();
  await send(
    { type: "start", messageId: "A" },
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "One two three." },
    { type: "text-end", id: "t" },
    { type: "finish" },
  );
  await end();
  await resumed;

  expect(chat.messages).toHaveLength(2);
  expect(textOf("A")).toEqual(["One two three."]);
});

test("stopping ends a reply that was taken up: the connection is closed and nothing more is written", async () => {
  const { chat, send, isHungUp, textOf } = chatWith([said("a", "user", "Hello")]);

  const resumed = chat.resumeStream();
  await send(
    { type: "start", messageId: "A" },
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "One " },
  );
  await expect.poll(() => textOf("A")).toEqual(["One "]);
  await chat.stop();
  await resumed;
  await send({ type: "text-delta", id: "t", delta: "two" }).catch(() => {});

  expect(isHungUp()).toBe(true);
  expect(chat.status).toBe("ready");
  expect(textOf("A")).toEqual(["One "]);
});
