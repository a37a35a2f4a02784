import type { ServerResponse } from "node:http";
import { responsesEvents } from "./openai-responses-wire.ts";
import type { SimulatedReply } from "./openai-simulator.ts";

/** An answer of the Responses API whose words come when the test says them. */
export function heldReply() {
  const [created, added, , ...ending] = responsesEvents({
    parts: [{ type: "text", text: "held" }],
    ending: "complete",
  });
  const began = Promise.withResolvers<ServerResponse>();
  const broken = Promise.withResolvers<void>();

  const reply: SimulatedReply = (_request, response) => {
    response.on("close", () => {
      if (!response.writableEnded) broken.resolve();
    });
    response.writeHead(200, { "content-type": "text/event-stream" });
    write(response, created, added);
    began.resolve(response);
  };

  return {
    reply,
    /** Resolves once the model is asked. */
    asked: began.promise.then(() => {}),
    /** Resolves when the server hangs up before the answer is at its end. */
    hungUp: broken.promise,
    say: async (words: string) => {
      const delta = { type: "response.output_text.delta", item_id: "msg_0", delta: words };
      write(await began.promise, delta);
    },
    finish: async () => {
      const response = await began.promise;
      write(response, ...ending);
      response.end("data: [DONE]\n\n");
    },
  };
}

function write(response: ServerResponse, ...events: (object | undefined)[]): void {
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
}
