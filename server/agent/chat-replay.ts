import type { ChatChunk } from "./chat-message.ts";

/** A stream kept as far as it has come, so that any number of readers can follow it from its start. */
export type Replay = {
  read: () => ReadableStream<ChatChunk>;
  soFar: () => readonly ChatChunk[];
  done: Promise<void>;
};

/** Takes in `source` to its end, whether or not anybody reads along. */
export function replayOf(source: ReadableStream<ChatChunk>): Replay {
  const chunks: ChatChunk[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  const wake = () => {
    for (const reader of waiting) reader();
    waiting.clear();
  };

  async function takeIn() {
    try {
      for await (const chunk of source) {
        chunks.push(chunk);
        wake();
      }
    } catch {
      chunks.push({
        type: "error",
        errorText: "The answer could not be kept. Look at the plan and send the message again.",
      });
    } finally {
      isOver = true;
      wake();
    }
  }

  function read(): ReadableStream<ChatChunk> {
    let next = 0;
    let isWanted = true;
    let stopWaiting = () => {};
    return new ReadableStream({
      async pull(controller) {
        while (next >= chunks.length && !isOver && isWanted) {
          await new Promise<void>((resolve) => {
            stopWaiting = resolve;
            waiting.add(resolve);
          });
        }
        const chunk = chunks[next];
        next += 1;
        if (chunk !== undefined) controller.enqueue(chunk);
        else if (isWanted) controller.close();
      },
      cancel() {
        isWanted = false;
        waiting.delete(stopWaiting);
        stopWaiting();
      },
    });
  }

  return { read, soFar: () => chunks, done: takeIn() };
}
