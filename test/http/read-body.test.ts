import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { bodyRoom } from "#server/http/body-room.ts";
import { readBody } from "#server/http/read-body.ts";

const limits = { bytes: 1_000, ms: 100 };

function keepBusy(ms: number) {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test("a body whose end came while this process was busy is read, as its sender was not slow", async () => {
  const incoming = new PassThrough();
  const reading = readBody(incoming, { declared: 2, limits, room: bodyRoom() });
  incoming.write("a");
  setTimeout(() => incoming.end("b"), 110);
  keepBusy(400);

  expect(String((await reading).body)).toBe("ab");
});

test("a body that does not come to its end is refused, also after this process was busy", async () => {
  const incoming = new PassThrough();
  const reading = readBody(incoming, { declared: 2, limits, room: bodyRoom() });
  incoming.write("a");
  keepBusy(300);

  await expect(reading).rejects.toMatchObject({ status: 408 });
});
