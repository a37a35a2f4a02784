import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { httpRequestTool } from "#server/tools/http-request.ts";
import { isLong } from "#test/quality/long-tests.ts";
import { messageOf, outputOf, toolContext } from "#test/tools/call-tool.ts";
import { startHttpServer } from "#test/tools/http-server.ts";
import { startWire } from "#test/tools/http-wire.ts";
import { stubResolver } from "#test/tools/resolver-stub.ts";

const MB = 1024 * 1024;
const ZEROS = Buffer.alloc(16 * MB);
const BOMBS: Record<string, Buffer> = {
  gzip: gzipSync(ZEROS),
  deflate: deflateSync(ZEROS),
  br: brotliCompressSync(ZEROS),
};

let sent = 0;
const server = await startHttpServer(({ url }, response) => {
  if (url === "/back") response.writeHead(302, { location: `${wire.url}/head` }).end();
  else response.end("here");
});
const wire = await startWire((socket, target, head) => {
  const place = target.split("?")[0] ?? "";
  const encoding = /^\/bomb\/(.+)$/.exec(place)?.[1];
  const charset = /^\/charset\/(.+)$/.exec(place)?.[1];
  if (encoding !== undefined)
    answer(socket, `content-encoding: ${encoding}`, BOMBS[encoding.split(",")[0] ?? ""]);
  else if (charset !== undefined)
    answer(
      socket,
      `content-type: text/plain; charset=${decodeURIComponent(charset)}`,
      Buffer.from("gr\u00fcn"),
    );
  else if (place === "/flood") {
    socket.write("HTTP/1.1 200 OK\r\n");
    for (let line = 0; line < 20_000; line += 1) socket.write(`x-header-${line}: ${"v".repeat(100)}\r\n`);
  } else if (place === "/long-header") socket.write(`HTTP/1.1 200 OK\r\nx-long: ${"v".repeat(2 * MB)}`);
  else if (place === "/early")
    socket.end(
      "HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nlate",
    );
  else if (place === "/dribble") dribble(socket, "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n");
  else if (place === "/dribbled-head") dribble(socket, "HTTP/1.1 200 OK\r\nx-slow: ");
  else if (place === "/endless") pour(socket);
  else if (place === "/broken-chunk") socket.end(`${CHUNKED}5\r\nhello\r\nZZ\r\nworld\r\n0\r\n\r\n`);
  else if (place === "/huge-chunk") socket.end(`${CHUNKED}FFFFFFFFFFFFFFFFF\r\nhello`);
  else if (place === "/cut-chunk") socket.end(`${CHUNKED}50\r\nhello`);
  else if (place === "/unasked") socket.end("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n");
  else if (place === "/no-http") socket.end("SSH-2.0-OpenSSH_9.9\r\n");
  else if (place === "/two-lengths")
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 40\r\n\r\nfour");
  else if (place === "/longer") socket.end("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfour and more");
  else if (place === "/no-gzip") answer(socket, "content-encoding: gzip", Buffer.from("plain text"));
  else if (place === "/half-gzip")
    answer(socket, "content-encoding: gzip", gzipSync("x".repeat(9_000)).subarray(0, 30));
  else if (place === "/png-as-json")
    answer(socket, "content-type: application/json", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]));
  else if (place === "/html-as-json")
    answer(socket, "content-type: application/json", Buffer.from("<p>no</p>"));
  else if (place === "/several") answer(socket, "content-encoding: gzip, gzip, gzip, gzip", Buffer.from("x"));
  else if (place === "/unheard") answer(socket, "content-encoding: exotic", Buffer.from("x"));
  else if (place === "/head") answer(socket, "content-type: text/plain", Buffer.from(head));
  else if (place === "/there-and-back") answer(socket, `location: ${server.url}/back`, undefined, 302);
  else if (place === "/chain/0") answer(socket, "content-type: text/plain", Buffer.from("end"));
  else if (place.startsWith("/chain/"))
    answer(socket, `location: ${Number(place.slice(7)) - 1}`, undefined, 301);
  else answer(socket, `location: ${server.url}/\r\nset-cookie: a=b`, Buffer.from(""), 302);
});
const CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
afterAll(() => {
  wire.close();
  return server.close();
});

function answer(socket: Socket, header: string, body: Buffer | undefined, status = 200): void {
  const bytes = body ?? Buffer.alloc(0);
  socket.write(`HTTP/1.1 ${status} X\r\n${header}\r\ncontent-length: ${bytes.length}\r\n\r\n`);
  socket.end(bytes);
}

function dribble(socket: Socket, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write("x"), 20);
  socket.on("close", () => clearInterval(timer));
}

/** 50 MB, as fast as they are taken. */
function pour(socket: Socket): void {
  sent = 0;
  const piece = Buffer.alloc(MB, 97);
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${50 * MB}\r\n\r\n`);
  const more = () => {
    while (sent < 50 && !socket.destroyed) {
      sent += 1;
      if (!socket.write(piece)) return void socket.once("drain", more);
    }
  };
  more();
}

const tool = httpRequestTool({ egressAllow: ["127.0.0.1"] });
const hasty = httpRequestTool({ egressAllow: ["127.0.0.1"] }, { timeoutMs: 400 });
const get = (place: string) => tool.call({ url: `${wire.url}${place}` }, toolContext("/tmp"));
const post = (place: string) =>
  tool.call({ url: `${wire.url}${place}`, method: "POST", body: "x" }, toolContext("/tmp"));

test.each([
  ["/bomb/gzip", "larger than the 5 MB"],
  ["/bomb/deflate", "larger than the 5 MB"],
  ["/bomb/br", "larger than the 5 MB"],
  ["/several", 'is encoded as "gzip, gzip, gzip, gzip", which is not decoded'],
  ["/unheard", 'is encoded as "exotic", which is not decoded'],
])("%s: a body that swells, or that nobody can decode, is refused", async (place, reason) => {
  expect(await get(place)).toMatchObject({
    type: "failed",
    retry: "now",
    message: expect.stringContaining(reason),
  });
  expect(await post(place)).toMatchObject({ type: "failed", retry: "not_retryable" });
});

test("of 50 MB only what is read comes over the wire, and little of it stays in memory", async () => {
  await get("/endless");
  const before = process.memoryUsage.rss();

  for (let round = 0; round < 10; round += 1)
    expect(messageOf(await get("/endless"))).toContain("larger than the 5 MB");

  expect(sent).toBeLessThan(40);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MB);
});

test.each(["/flood", "/long-header"])(
  "%s: a head without end is left, and not read into memory",
  async (place) => {
    const before = process.memoryUsage.rss();

    expect(await get(place)).toMatchObject({ type: "failed", retry: "temporary" });
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MB);
  },
);

test.each(["/dribble", "/dribbled-head"])(
  "%s: a server that dribbles is left when the time is up",
  async (place) => {
    const outcome = await hasty.call({ url: `${wire.url}${place}` }, toolContext("/tmp"));

    expect(outcome).toMatchObject({
      type: "failed",
      retry: "temporary",
      message: expect.stringContaining("did not answer within 0.4 seconds"),
    });
  },
);

test("a call that is called off while its body dribbles in ends at once", async () => {
  const stop = new AbortController();
  const call = tool.call({ url: `${wire.url}/dribble` }, toolContext("/tmp", { signal: stop.signal }));
  await expect.poll(() => wire.count()).toBeGreaterThan(0);
  stop.abort();

  expect(await call).toMatchObject({ type: "failed", retry: "temporary" });
});

test("answers that come before the answer are passed over", async () => {
  expect(outputOf(await get("/early"))).toMatchObject({ status: 200, body: "late" });
});

test.each([
  "/broken-chunk",
  "/huge-chunk",
  "/cut-chunk",
  "/no-http",
  "/two-lengths",
  "/unasked",
  "/no-gzip",
  "/half-gzip",
])("%s: a broken answer is no answer, and leaves open what a POST did", async (place) => {
  expect(await get(place)).toMatchObject({ type: "failed", retry: "temporary" });
  expect(await post(place)).toMatchObject({ type: "outcome_unknown" });
});

test("what follows the length that was said is not read", async () => {
  const outcome = await get("/longer");

  if (outcome.type === "completed") expect(outcome.output).toMatchObject({ body: "four" });
  else expect(outcome).toMatchObject({ type: "failed", retry: "temporary" });
});

test.each(["utf-9", "none", '"utf-8"', "UTF8", "binary%00", "utf-8; charset=latin1"])(
  "text said to be %s is read as what it is",
  async (charset) => {
    expect(outputOf(await get(`/charset/${encodeURIComponent(charset)}`))).toMatchObject({ body: "grün" });
  },
);

test("a body that is not what its type says comes as text, or as base64 when it is none", async () => {
  expect(outputOf(await get("/html-as-json"))).toMatchObject({ body: "<p>no</p>" });
  expect(outputOf(await get("/png-as-json"))).toMatchObject({ bodyEncoding: "base64" });
});

test("an authorization, a cookie and a key stay behind at a redirect to another port, and its cookies too", async () => {
  const headers = { authorization: "Bearer s3cret", cookie: "a=b", "x-api-key": "k" };
  const outcome = await tool.call({ url: `${wire.url}/away`, headers }, toolContext("/tmp"));

  expect(outputOf(outcome)).toMatchObject({ body: "here", url: `${server.url}/` });
  expect(Object.keys(server.received.at(-1)?.headers ?? {})).toEqual(
    expect.not.arrayContaining(["authorization", "cookie", "x-api-key"]),
  );
  expect(JSON.stringify(outcome)).not.toContain("s3cret");
});

test("five redirects are followed and no sixth, and what stayed behind once does not come back", async () => {
  const headers = { authorization: "Bearer s3cret", cookie: "a=b" };
  const outcome = await tool.call({ url: `${wire.url}/there-and-back`, headers }, toolContext("/tmp"));

  expect(outputOf(await get("/chain/5"))).toMatchObject({ body: "end", url: `${wire.url}/chain/0` });
  expect(messageOf(await get("/chain/6"))).toContain("redirects more than 5 times");
  expect((outputOf(outcome) as { body: string }).body).toContain("GET /head");
  expect((outputOf(outcome) as { body: string }).body).not.toMatch(/authorization|cookie|s3cret/i);
});

test.runIf(isLong)("a name that is never looked up to the end is left when the time is up", async () => {
  const silent = stubResolver({ "silent.example": [] });
  try {
    expect(await hasty.call({ url: "http://silent.example/" }, toolContext("/tmp"))).toMatchObject({
      type: "failed",
      retry: "temporary",
    });
  } finally {
    silent.restore();
  }
});
