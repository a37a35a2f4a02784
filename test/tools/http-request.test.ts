import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { httpRequestTool } from "#server/tools/http-request.ts";
import { messageOf, outputOf, toolContext } from "#test/tools/call-tool.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const other = await startHttpServer((_received, response) => response.end("other"));
const server = await startHttpServer(({ url, method }, response) => {
  const place = url.split("?")[0] ?? "";
  const status = /^\/status\/(\d+)/.exec(place)?.[1];
  if (place === "/json")
    response.setHeader("content-type", "application/json; charset=utf-8").end('{"a":[1]}');
  else if (place === "/bad-json") response.setHeader("content-type", "application/json").end("{no");
  else if (place === "/latin1")
    response.setHeader("content-type", "text/plain; charset=iso-8859-1").end(Buffer.from([0x47, 0xfc]));
  else if (place === "/binary")
    response.setHeader("content-type", "image/png").end(Buffer.from([0x89, 0, 1]));
  else if (place === "/gzip") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("hello"));
  else if (place === "/bomb")
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(20_000_000)));
  else if (place === "/big") response.end(Buffer.alloc(6_000_000, 97));
  else if (place === "/limited") response.writeHead(429, { "retry-after": "7" }).end("slow down");
  else if (place === "/cookie") response.writeHead(200, { "set-cookie": "session=1", "x-a": "1" }).end();
  else if (place === "/to-other") response.writeHead(302, { location: `${other.url}/landed` }).end();
  else if (place === "/to-other-with-body")
    response.writeHead(307, { location: `${other.url}/landed` }).end();
  else if (place === "/see") response.writeHead(303, { location: "/json" }).end();
  else if (place === "/again") response.writeHead(307, { location: "/echo" }).end();
  else if (place === "/loop") response.writeHead(302, { location: "/loop" }).end();
  else if (place === "/to-file") response.writeHead(302, { location: "file:///etc/passwd" }).end();
  else if (place === "/to-private")
    response.writeHead(302, { location: `http://[::1]:${server.port}/json` }).end();
  else if (place === "/reset") response.socket?.resetAndDestroy();
  else if (place === "/half") response.writeHead(200, { "content-length": "100" }).end("half");
  else if (status !== undefined) response.writeHead(Number(status)).end(`status ${status}`);
  else if (place !== "/silent") response.end(`${method} ${url}`);
});
afterAll(() => Promise.all([server.close(), other.close()]));

const tool = httpRequestTool({ egressAllow: ["127.0.0.1/32"] });
const request = (input: Record<string, unknown>) =>
  tool.call(JSON.parse(JSON.stringify(input)), toolContext("/tmp"));

test("JSON comes parsed, text decoded by its charset, binary as base64, and broken JSON as text", async () => {
  expect(outputOf(await request({ url: `${server.url}/json` }))).toMatchObject({
    status: 200,
    body: { a: [1] },
    url: `${server.url}/json`,
  });
  expect(outputOf(await request({ url: `${server.url}/latin1` }))).toMatchObject({ body: "Gü" });
  expect(outputOf(await request({ url: `${server.url}/binary` }))).toMatchObject({
    body: "iQAB",
    bodyEncoding: "base64",
  });
  expect(outputOf(await request({ url: `${server.url}/bad-json` }))).toMatchObject({ body: "{no" });
});

test("query, headers and a JSON body are sent, with the idempotency key on a method that acts", async () => {
  await request({
    url: `${server.url}/x?a=1`,
    method: "POST",
    query: { b: ["2", 3], c: true },
    headers: { "X-Id": "7" },
    body: { d: 4 },
  });

  expect(server.received.at(-1)).toMatchObject({
    method: "POST",
    url: "/x?a=1&b=2&b=3&c=true",
    body: '{"d":4}',
    headers: { "x-id": "7", "content-type": "application/json", "idempotency-key": "run_1:step:1" },
  });
});

test("a compressed body is decoded, and one that swells or is too large is refused", async () => {
  expect(outputOf(await request({ url: `${server.url}/gzip` }))).toMatchObject({ body: "hello" });
  expect(outputOf(await request({ url: `${server.url}/gzip`, method: "HEAD" }))).toMatchObject({
    status: 200,
    body: "",
  });
  expect(messageOf(await request({ url: `${server.url}/bomb` }))).toContain("larger than the 5 MB");
  expect(messageOf(await request({ url: `${server.url}/big` }))).toContain("larger than the 5 MB");
});

test("a redirect to another origin loses credentials and cookies, one within keeps them", async () => {
  const headers = {
    Authorization: "Bearer secret",
    Cookie: "a=b",
    "X-Api-Key": "secret",
    Accept: "text/html",
  };

  expect(outputOf(await request({ url: `${server.url}/to-other`, headers }))).toMatchObject({
    body: "other",
  });
  await request({ url: `${server.url}/again`, method: "POST", headers, body: "kept" });

  expect(other.received.at(-1)?.headers).toMatchObject({ accept: "text/html" });
  for (const name of ["authorization", "cookie", "x-api-key"])
    expect(other.received.at(-1)?.headers).not.toHaveProperty(name);
  expect(server.received.at(-1)).toMatchObject({
    method: "POST",
    url: "/echo",
    body: "kept",
    headers: { authorization: "Bearer secret" },
  });
});

test("a body stays with the server that it was meant for", async () => {
  const before = other.received.length;
  const outcome = await request({ url: `${server.url}/to-other-with-body`, method: "POST", body: "s3cret" });

  expect(outcome).toMatchObject({
    retry: "not_retryable",
    message: expect.stringContaining(`to ${other.url}, and its body, which was meant for ${server.url}`),
  });
  expect(other.received).toHaveLength(before);
});

test("a POST that is told to see another place gets it there", async () => {
  expect(outputOf(await request({ url: `${server.url}/see`, method: "POST", body: "x" }))).toMatchObject({
    body: { a: [1] },
  });
  expect(server.received.at(-1)).toMatchObject({ method: "GET", body: "" });
});

test("endless redirects and redirects to other schemes or private addresses are refused", async () => {
  expect(messageOf(await request({ url: `${server.url}/loop` }))).toContain("more than 5 times");
  expect(messageOf(await request({ url: `${server.url}/to-file` }))).toContain("Use http or https");
  expect(await request({ url: `${server.url}/to-private` })).toMatchObject({
    type: "failed",
    retry: "not_retryable",
  });
});

test.each([
  "http://127.0.0.1:1/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://localhost:1/",
  "http://10.0.0.1/",
  "http://169.254.169.254/latest/meta-data",
  "http://0.0.0.0/",
  "http://[fd00::1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[::127.0.0.1]/",
  "http://[::2]/",
  "http://[::8.8.8.8]/",
  "http://[::ffff:0:127.0.0.1]/",
  "http://[4000::1]/",
  "http://[fec0::1]/",
])("%s is blocked unless EGRESS_ALLOW names it", async (url) => {
  const strict = httpRequestTool({ egressAllow: [] });

  expect(await strict.call({ url }, toolContext("/tmp"))).toMatchObject({
    type: "failed",
    retry: "not_retryable",
    message: expect.stringContaining("EGRESS_ALLOW"),
  });
});

test("a host that EGRESS_ALLOW names is reached whatever address it has", async () => {
  const lenient = httpRequestTool({ egressAllow: ["LocalHost"] });

  expect(
    outputOf(await lenient.call({ url: `http://localhost:${server.port}/json` }, toolContext("/tmp"))),
  ).toMatchObject({ status: 200 });
});

test("a server that is busy is asked again as late as it asks; other 4xx are for a corrected try, with what was said", async () => {
  expect(await request({ url: `${server.url}/limited` })).toMatchObject({
    retry: "temporary",
    retryAfterMs: 7_000,
  });
  expect(await request({ url: `${server.url}/limited`, method: "POST" })).toMatchObject({
    retry: "temporary",
    retryAfterMs: 7_000,
  });
  expect(await request({ url: `${server.url}/status/404?key=secret` })).toEqual({
    type: "failed",
    retry: "now",
    message: `${server.url}/status/404 answered 404. status 404`,
  });
});

test.each([408, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529, 598])(
  "a GET that is answered %i may be sent again later",
  async (status) => {
    expect(await request({ url: `${server.url}/status/${status}` })).toMatchObject({
      type: "failed",
      retry: "temporary",
      message: `${server.url}/status/${status} answered ${status}. status ${status}`,
    });
  },
);

test.each([400, 401, 403, 404, 409, 410, 413, 415, 422, 451])(
  "a request that is answered %i needs another input",
  async (status) => {
    for (const method of ["GET", "POST"])
      expect(await request({ url: `${server.url}/status/${status}`, method })).toMatchObject({
        type: "failed",
        retry: "now",
      });
  },
);

test.each([425, 429, 500, 503, 529])(
  "a POST that the server itself answers with %i may be sent again later",
  async (status) => {
    expect(await request({ url: `${server.url}/status/${status}`, method: "POST" })).toMatchObject({
      type: "failed",
      retry: "temporary",
    });
  },
);

test.each([408, 502, 504, 520, 522, 524, 598, 599])(
  "a POST that is answered %i may have had its effect behind what answered",
  async (status) => {
    expect(await request({ url: `${server.url}/status/${status}`, method: "POST" })).toMatchObject({
      type: "outcome_unknown",
      message: expect.stringContaining(`answered ${status}`),
    });
  },
);

test("silence and broken connections are temporary for a GET, and leave the outcome of a POST unknown", async () => {
  const hasty = httpRequestTool({ egressAllow: ["127.0.0.1"] }, { timeoutMs: 300 });

  for (const place of ["/silent", "/reset", "/half"]) {
    const url = server.url + place;
    expect(await hasty.call({ url }, toolContext("/tmp"))).toMatchObject({
      type: "failed",
      retry: "temporary",
    });
    expect(await hasty.call({ url, method: "POST" }, toolContext("/tmp"))).toMatchObject({
      type: "outcome_unknown",
    });
  }
});

test("a connection that is refused is temporary, for a POST as well: nothing was sent", async () => {
  const closed = await startHttpServer(() => {});
  await closed.close();

  expect(await request({ url: closed.url, method: "POST" })).toMatchObject({
    type: "failed",
    retry: "temporary",
  });
});

test("cookies do not get into the output", async () => {
  const output = outputOf(await request({ url: `${server.url}/cookie` }));

  expect(output).toMatchObject({ headers: { "x-a": "1" } });
  expect(JSON.stringify(output)).not.toContain("session");
});

test.each([
  [{ url: "ftp://example.com" }, "Use http or https"],
  [{ url: "not a url" }, "is not a URL"],
  [{ url: "https://user:pass@example.com" }, "Use an Authorization header"],
  [{ url: "https://example.com", body: "x" }, "takes no body"],
  [{ url: "https://example.com", headers: { Host: "a" } }, "Leave it out"],
  [{ url: "https://example.com", headers: { "X-A": "a\r\nX-B: b" } }, "cannot carry"],
  [{ url: "https://example.com", headers: { "X A": "a" } }, "cannot be the name"],
])("%j is refused before anything is sent", async (input, reason) => {
  expect(await request(input)).toMatchObject({
    type: "failed",
    retry: "now",
    message: expect.stringContaining(reason),
  });
});

test("without a connection nothing was sent, so a POST that fails at TLS leaves no outcome in doubt", async () => {
  const before = server.received.length;

  const outcome = await request({ url: `https://127.0.0.1:${server.port}/json`, method: "POST" });

  expect(outcome).toMatchObject({
    retry: "temporary",
    message: expect.stringContaining("could not be reached"),
  });
  expect(server.received).toHaveLength(before);
});
