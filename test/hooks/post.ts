import { type Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Headers } from "./senders.ts";

export type Answer = { status: number; headers: IncomingMessage["headers"]; body: string };
export type Posted = { headers?: Headers; body?: string | Buffer; method?: string; agent?: Agent };

/** A request with exactly these headers. */
export function post(url: string, { headers = {}, body = "", method = "POST", agent }: Posted = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      text(response).then(
        (received) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
        reject,
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
