import type { Readable } from "node:stream";
import { DeliveryRefusal } from "#server/services/delivery-refusal.ts";
import type { BodyRoom } from "./body-room.ts";

export type BodyLimits = {
  bytes: number;
  /** From the first header to the last byte. */
  ms: number;
};

// What is too much is read and thrown away: a sender that is cut off would not see the reason.
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;
// Of a sender that did not say how much it sends, no longer than this.
const DISCARDING_MS = 500;
// A clock that rings later than this was held up by work of our own.
const HELD_UP_MS = 50;

/** The connection ended before the body did: nobody is there to be answered. */
export class SenderGone extends Error {
  override readonly name = "SenderGone";
}

export type ReadBody = { body: Buffer; leave: () => void };

/** The bytes as they were sent. `leave` gives their room back once nothing needs them any more. */
export function readBody(
  incoming: Readable,
  { declared, limits, room }: { declared: number | null; limits: BodyLimits; room: BodyRoom },
): Promise<ReadBody> {
  if ((declared ?? 0) > MAX_DISCARDED_BYTES) return Promise.reject(tooLarge(limits));

  return new Promise((resolve, reject) => {
    const place = room.enter(() =>
      fail(
        new DeliveryRefusal("too_slow", 503, "Too many deliveries are coming in at once. Send it again.", {
          retryAfter: 5,
        }),
      ),
    );
    const chunks: Buffer[] = [];
    let bytes = 0;
    let timer: NodeJS.Timeout;
    ring(limits.ms);

    /** What came while nobody could read it is read first: only the time that the sender took counts. */
    function ring(ms: number): void {
      clearTimeout(timer);
      const dueAt = performance.now() + ms;
      timer = setTimeout(() => {
        const heldUpMs = performance.now() - dueAt;
        if (heldUpMs > HELD_UP_MS) ring(heldUpMs);
        else fail(Math.max(declared ?? 0, bytes) > limits.bytes ? tooLarge(limits) : tooSlow(limits));
      }, ms);
    }
    function detach(): void {
      clearTimeout(timer);
      incoming.off("data", take).off("end", finish).off("close", gone).off("error", gone);
      // An error without anybody listening would end the process.
      incoming.on("error", () => {});
    }
    function fail(error: Error): void {
      detach();
      chunks.length = 0;
      place.leave();
      reject(error);
    }
    function gone(): void {
      fail(new SenderGone("The sender went away"));
    }
    function take(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes > MAX_DISCARDED_BYTES) return fail(tooLarge(limits));
      if (bytes > limits.bytes) {
        if (declared === null && bytes - chunk.length <= limits.bytes) ring(DISCARDING_MS);
        chunks.length = 0;
        return;
      }
      chunks.push(chunk);
      place.grow(chunk.length);
    }
    function finish(): void {
      if (bytes > limits.bytes) return fail(tooLarge(limits));
      detach();
      place.read();
      resolve({ body: Buffer.concat(chunks, bytes), leave: place.leave });
    }
    if (incoming.destroyed) return gone();
    incoming.on("data", take).on("end", finish).on("close", gone).on("error", gone);
  });
}

function tooLarge({ bytes }: BodyLimits): DeliveryRefusal {
  const detail = `The delivery is larger than ${bytes / 1024 / 1024} MB. Send less at once.`;
  return new DeliveryRefusal("too_large", 413, detail);
}

function tooSlow({ ms }: BodyLimits): DeliveryRefusal {
  const detail = `The delivery did not come to its end within ${ms / 1_000} seconds.`;
  return new DeliveryRefusal("too_slow", 408, detail);
}
