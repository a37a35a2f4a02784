import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { createSenders } from "#server/senders/create-senders.ts";
import { sendWebhook } from "#server/senders/send-webhook.ts";
import { startHttpServer } from "#test/tools/http-server.ts";
import { makeMessage, makeOutgoing } from "./outgoing.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const never = new AbortController().signal;
let answer = (response: ServerResponse) => {
  response.writeHead(200).end("thanks");
};
const server = await startHttpServer((_received, response) => answer(response));
afterAll(server.close);

const senders = createSenders({ egressAllow: ["127.0.0.1/32"], mail: null });

async function attempt(next: typeof answer) {
  answer = next;
  server.received.length = 0;
  const outgoing = makeOutgoing(`${server.url}/in`, { secret: SECRET });
  return senders.send("webhook", outgoing, never);
}

test("a receiver with the library of Standard Webhooks and the secret accepts what is sent", async () => {
  const outcome = await attempt((response) => response.writeHead(202).end());

  expect(outcome).toEqual({ type: "sent" });
  const [{ body, headers, method, url } = { body: "", headers: {}, method: "", url: "" }] = server.received;
  expect([method, url, headers["content-type"], headers["webhook-id"]]).toEqual([
    "POST",
    "/in",
    "application/json",
    "dlv_1",
  ]);
  const signed = headers as Record<string, string>;
  expect(new Webhook(SECRET).verify(body, signed)).toEqual(makeMessage());
  expect(() => new Webhook(SECRET).verify(body.replace("Orders", "Others"), signed)).toThrow();
});

test.each([
  [500, true],
  [503, true],
  [404, true],
  [408, true],
  [429, true],
  [401, true],
  [400, false],
  [410, false],
  [422, false],
])("an answer of %i is a failure; whether another try may help: %s", async (status, mayHelpToTryAgain) => {
  const outcome = await attempt((response) => response.writeHead(status).end("no"));

  expect(outcome).toMatchObject({
    type: "failed",
    error: `127.0.0.1:${server.port} answered ${status}.`,
    mayHelpToTryAgain,
  });
});

test("the time that a receiver asks for is passed on", async () => {
  const outcome = await attempt((response) => response.writeHead(429, { "retry-after": "120" }).end());

  expect(outcome).toMatchObject({ mayHelpToTryAgain: true, retryAfterMs: 120_000 });
});

test("a redirect is not followed, wherever it leads", async () => {
  const outcome = await attempt((response) =>
    response.writeHead(307, { location: `${server.url}/other` }).end(),
  );

  expect(outcome).toMatchObject({ type: "failed", mayHelpToTryAgain: false });
  expect(server.received).toHaveLength(1);
});

test("a receipt counts although its body is large, broken or in an unknown encoding", async () => {
  expect(await attempt((response) => response.writeHead(200).end(Buffer.alloc(400_000)))).toEqual({
    type: "sent",
  });
  expect(
    await attempt((response) => response.writeHead(200, { "content-encoding": "odd" }).end("x")),
  ).toEqual({ type: "sent" });
});

test("a receiver that does not answer or hangs up is tried again", async () => {
  expect(await attempt((response) => response.destroy())).toMatchObject({ mayHelpToTryAgain: true });

  answer = () => {};
  const outgoing = makeOutgoing(server.url, { secret: SECRET });
  expect(await sendWebhook(outgoing, ["127.0.0.1/32"], never, 200)).toEqual({
    type: "failed",
    error: `127.0.0.1:${server.port} did not answer within 0.2 seconds.`,
    mayHelpToTryAgain: true,
  });
});

const open = createSenders({ egressAllow: [], mail: null });

test.each([
  ["ftp://example.com/x", "https://example.com/notices"],
  ["not a url", "https://example.com/notices"],
  ["http://example.com/in", "Use https://"],
  ["https://me:pass@example.com/in", "user name or a password"],
  ["https://example.com/in#part", '"#"'],
  ["https://127.0.0.1/in", "EGRESS_ALLOW"],
  ["https://[::ffff:10.0.0.1]/in", "EGRESS_ALLOW"],
  ["https://2130706433/in", "EGRESS_ALLOW"],
  ["https://169.254.169.254/latest", "EGRESS_ALLOW"],
  [`https://example.com/${"x".repeat(2_000)}`, "at most 2000 characters"],
])("%s is refused when the channel is made", (target, words) => {
  expect(open.refusal("webhook", target)).toContain(words);
});

test("https to anywhere public is taken, and http to what the settings let through", () => {
  expect(open.refusal("webhook", "https://hooks.example.com/services/T0/B0")).toBeNull();
  expect(senders.refusal("webhook", "http://127.0.0.1:9/in")).toBeNull();
  expect(
    createSenders({ egressAllow: ["intranet"], mail: null }).refusal("webhook", "http://intranet/x"),
  ).toBeNull();
});

test("a name that leads to a private address is refused when it is connected to, and not tried again", async () => {
  const outgoing = makeOutgoing(`https://localhost:${server.port}/in`, { secret: SECRET });
  server.received.length = 0;

  expect(await open.send("webhook", outgoing, never)).toEqual({
    type: "failed",
    error: expect.stringContaining('"localhost" is not a public address'),
    mayHelpToTryAgain: false,
  });
  expect(server.received).toEqual([]);
});

test("a channel whose address the settings let through no more is not sent to", async () => {
  const outgoing = makeOutgoing(`${server.url}/in`, { secret: SECRET });

  expect(await open.send("webhook", outgoing, never)).toMatchObject({ mayHelpToTryAgain: false });
});
