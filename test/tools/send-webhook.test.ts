import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { sendWebhookTool } from "#server/tools/send-webhook.ts";
import { messageOf, outputOf, toolContext } from "#test/tools/call-tool.ts";
import { startHttpServer } from "#test/tools/http-server.ts";
import { startWire } from "#test/tools/http-wire.ts";

const SECRET = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const server = await startHttpServer(({ url }, response) => {
  const status = /^\/status\/(\d+)/.exec(url)?.[1];
  if (status !== undefined)
    response.writeHead(Number(status), { "retry-after": "7" }).end(`status ${status}`);
  else if (url === "/json") response.setHeader("content-type", "application/json").end('{"taken": true}');
  else if (url === "/moved") response.writeHead(307, { location: "/elsewhere/T0/B0/key" }).end();
  else if (url === "/large") response.end("x".repeat(10_000_000));
  else if (url === "/half")
    response.writeHead(200, { "content-length": "100" }).write("half", () => response.destroy());
  else if (url === "/empty") response.writeHead(204).end();
  else if (url === "/reset") response.socket?.resetAndDestroy();
  else if (url !== "/silent") response.end("ok");
});
const dribbling = await startWire((socket) => {
  socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
});
afterAll(() => {
  dribbling.close();
  return server.close();
});

const tool = sendWebhookTool({ egressAllow: ["127.0.0.1"] });
const hasty = sendWebhookTool({ egressAllow: ["127.0.0.1"] }, { timeoutMs: 300 });
const send = (place: string, over: object = {}, key = "run_1:step:1") =>
  tool.call(
    { url: server.url + place, body: { text: "Done" }, ...over },
    toolContext("/tmp", { idempotencyKey: key }),
  );
const last = () => server.received.at(-1);

test("a message goes out as JSON, as Slack takes it, and its answer comes back", async () => {
  expect(outputOf(await send("/services/T0/B0/key"))).toEqual({ status: 200, body: "ok" });
  expect(last()).toMatchObject({
    method: "POST",
    body: '{"text":"Done"}',
    headers: { "content-type": "application/json" },
  });
  expect(last()?.headers).not.toHaveProperty("webhook-signature");
  expect(outputOf(await send("/json"))).toEqual({ status: 200, body: { taken: true } });
  expect(outputOf(await send("/empty"))).toEqual({ status: 204, body: "" });
});

test.each([["a text"], [7], [null], [[1, "zwei"]], [{ deep: { list: [true] } }]])(
  "%j is sent as JSON",
  async (body) => {
    await send("/any", { body });

    expect(JSON.parse(last()?.body ?? "")).toEqual(body);
  },
);

test("with a secret a message is signed as Standard Webhooks says", async () => {
  await send("/signed", { secret: SECRET, body: { text: "grün" } });
  const { headers = {}, body = "" } = last() ?? {};

  expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual({ text: "grün" });
  expect(() => new Webhook(SECRET).verify(`${body} `, headers as Record<string, string>)).toThrow();
});

test("each try of a message has the same webhook-id, and another message another one", async () => {
  const ids: unknown[] = [];
  for (const key of ["run_1:a:1", "run_1:a:1", "run_1:b:1"]) {
    await send("/any", { secret: SECRET }, key);
    ids.push(last()?.headers["webhook-id"]);
  }

  expect(ids[0]).toMatch(/^msg_[0-9a-f]{32}$/);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test.each([
  [{ secret: "whsec_not base64!" }, "is no Standard Webhooks secret"],
  [{ secret: "" }, "is no Standard Webhooks secret"],
  [{ headers: { "Webhook-Id": "x" } }, 'The header "Webhook-Id" is set by send_webhook'],
  [{ headers: { "Content-Type": "text/plain" } }, "is set by send_webhook"],
  [{ headers: { Host: "x" } }, "Leave it out"],
  [{ headers: { "X-A": "a\r\nX-B: b" } }, "cannot carry"],
  [{ body: undefined }, 'needs a "body"'],
  [{ body: "x".repeat(1_100_000) }, "at most 1048576 are sent"],
  [{ url: "ftp://example.com" }, "Use http or https"],
])("%j is refused before anything is sent", async (input, reason) => {
  const before = server.received.length;
  const outcome = await send("/any", input);

  expect(outcome).toMatchObject({ type: "failed", retry: "now", message: expect.stringContaining(reason) });
  expect(JSON.stringify(outcome)).not.toContain("not base64");
  expect(server.received).toHaveLength(before);
});

test("a redirect is not followed, and the key in a hook's path is said nowhere", async () => {
  const before = server.received.length;
  const outcome = await send("/moved");

  expect(outcome).toMatchObject({ type: "failed", retry: "not_retryable" });
  expect(messageOf(outcome)).toContain("answered 307, a redirect to 127.0.0.1");
  expect(messageOf(outcome)).not.toContain("key");
  expect(server.received).toHaveLength(before + 1);
  expect(messageOf(await send("/status/404/key"))).toBe(
    `${server.url} answered 404. status 404/key`.replace("/key", ""),
  );
});

test("once a 2xx is there the message was taken, however its answer ends", async () => {
  expect(outputOf(await send("/half"))).toEqual({ status: 200, body: null });
  expect((outputOf(await send("/large")) as { body: string }).body).toHaveLength(64 * 1024);
  expect(outputOf(await hasty.call({ url: dribbling.url, body: 1 }, toolContext("/tmp")))).toEqual({
    status: 200,
    body: null,
  });
});

test.each([
  [400, { retry: "now" }],
  [403, { retry: "now" }],
  [410, { retry: "now" }],
  [425, { retry: "temporary", retryAfterMs: 7_000 }],
  [429, { retry: "temporary", retryAfterMs: 7_000 }],
  [500, { retry: "temporary" }],
  [503, { retry: "temporary", retryAfterMs: 7_000 }],
  [304, { retry: "now" }],
  [408, { type: "outcome_unknown" }],
  [502, { type: "outcome_unknown" }],
  [504, { type: "outcome_unknown" }],
])("an answer of %i is judged as one to a POST is", async (status, expected) => {
  expect(await send(`/status/${status}`)).toMatchObject(expected);
});

test("silence and a broken connection leave open whether the message was taken, a refused one does not", async () => {
  expect(await hasty.call({ url: `${server.url}/silent`, body: 1 }, toolContext("/tmp"))).toMatchObject({
    type: "outcome_unknown",
    message: expect.stringContaining("did not answer within 0.3 seconds"),
  });
  expect(await send("/reset")).toMatchObject({ type: "outcome_unknown" });
  expect(await send("/x", { url: "http://127.0.0.1:1/key" })).toMatchObject({
    type: "failed",
    retry: "temporary",
    message: "http://127.0.0.1:1 could not be reached (ECONNREFUSED).",
  });
});
