import { gzipSync } from "node:zlib";
import { createHmac } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { bodyOf, openHookWorld } from "./hook-world.ts";
import { headersOf, JSON_TYPE, standardHeaders, tokenHeaders } from "./senders.ts";

const world = await openHookWorld();
afterAll(world.close);

const SCHEMES = ["standard", "github", "token"] as const;

test.each(SCHEMES)(
  "a sender of the scheme %s, made with its library, starts a run with its payload as the input",
  async (scheme) => {
    const hook = await world.make(scheme);
    const body = '{"to": "Ada", "n": [1, {"ü": null}]}';

    const answer = await world.post(hook, body, {
      ...JSON_TYPE,
      ...(await headersOf(scheme, hook.secret, body, { id: "d1" })),
    });

    const [run, ...others] = await world.runsOf(hook);
    expect(answer.status).toBe(202);
    expect(bodyOf(answer)).toEqual({ runId: run?.["id"], repeated: false });
    expect(others).toEqual([]);
    expect(run?.["input"]).toEqual({ to: "Ada", n: [1, { ü: null }] });
    expect(run?.["trigger"]).toEqual({ type: "webhook", webhookId: hook.id, deliveryId: "d1" });
    expect(await world.listed(hook)).toMatchObject([
      {
        deliveryId: "d1",
        verdict: "accepted",
        status: 202,
        bytes: Buffer.byteLength(body),
        runId: run?.["id"],
      },
    ]);
  },
);

test.each(SCHEMES)("a secret that a person brought is taken by the scheme %s", async (scheme) => {
  const secret = scheme === "standard" ? `whsec_${Buffer.alloc(24, 5).toString("base64")}` : "s".repeat(16);
  const hook = await world.make(scheme, secret);

  const answer = await world.post(hook, "{}", {
    ...JSON_TYPE,
    ...(await headersOf(scheme, secret, "{}")),
  });

  expect(hook.secret).toBe(secret);
  expect(answer.status).toBe(202);
});

// WEBHOOK-A03
test.each([
  ["application/cloudevents+json; charset=utf-8", '{"a":1}', { a: 1 }],
  ["application/hal+json", '{"a":1}', { a: 1 }],
  ["APPLICATION/JSON", '{"a":1}', { a: 1 }],
  ["", '{"a":1}', { a: 1 }],
  ["text/plain", '{"a":1}', '{"a":1}'],
  ["text/plain; charset=iso-8859-1", Buffer.from([0x66, 0xfc, 0x72]), "für"],
  ["application/xml", "<a/>", "<a/>"],
  [
    "application/x-www-form-urlencoded",
    "payload=%7B%22a%22%3A1%7D&x=1&x=2",
    { payload: '{"a":1}', x: ["1", "2"] },
  ],
  [
    "image/png",
    Buffer.from([0x89, 0x50, 0, 0xff]),
    { headers: { "content-type": "image/png" }, body: "iVAA/w==", bodyEncoding: "base64" },
  ],
])("WEBHOOK-A03: a body of the type %j is read as what it is", async (type, body, input) => {
  const hook = await world.make("token");

  const answer = await world.post(hook, body, {
    ...(type !== "" && { "content-type": type }),
    ...tokenHeaders(hook.secret),
  });

  expect(answer.status).toBe(202);
  expect((await world.runsOf(hook))[0]?.["input"]).toEqual(input);
});

test("GitHub's form of one field is read as the JSON in it", async () => {
  const hook = await world.make("github");
  const body = `payload=${encodeURIComponent('{"action": "opened"}')}`;

  const answer = await world.post(hook, body, {
    "content-type": "application/x-www-form-urlencoded",
    ...(await headersOf("github", hook.secret, body)),
  });

  expect(answer.status).toBe(202);
  expect((await world.runsOf(hook))[0]?.["input"]).toEqual({ action: "opened" });
});

test("GitHub's ping is answered and starts no run", async () => {
  const hook = await world.make("github");
  const headers = await headersOf("github", hook.secret, '{"zen": "Keep it logically awesome."}');

  const answer = await world.post(hook, '{"zen": "Keep it logically awesome."}', {
    ...JSON_TYPE,
    ...headers,
    "x-github-event": "ping",
  });

  expect(answer.status).toBe(200);
  expect(bodyOf(answer)).toMatchObject({ runId: null });
  expect(await world.runsOf(hook)).toEqual([]);
  expect(await world.listed(hook)).toMatchObject([{ verdict: "test", status: 200, runId: null }]);
});

test("WEBHOOK-A05: a gzip body is signed as it is sent, and decoded afterwards", async () => {
  const hook = await world.make("standard");
  const body = gzipSync('{"foo":"bar"}');
  const { "webhook-signature": _ofText, ...headers } = standardHeaders(hook.secret, "");
  const key = Buffer.from(hook.secret.slice(6), "base64");
  const signed = createHmac("sha256", key)
    .update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`)
    .update(body)
    .digest("base64");
  const rest = { ...JSON_TYPE, ...headers, "content-encoding": "gzip" };

  const decoded = await world.post(hook, body, {
    ...rest,
    ...standardHeaders(hook.secret, '{"foo":"bar"}'),
  });
  const answer = await world.post(hook, body, { ...rest, "webhook-signature": `v1,${signed}` });

  expect(decoded.status).toBe(401);
  expect(answer.status).toBe(202);
  expect((await world.runsOf(hook))[0]?.["input"]).toEqual({ foo: "bar" });
});

test("WEBHOOK-A06: the signature is checked over the raw bytes, and the input is read from the same", async () => {
  const hook = await world.make("standard");
  const body = '{"m":"\\u001B[0m", "n":1.0}';

  const answer = await world.post(hook, body, { ...JSON_TYPE, ...standardHeaders(hook.secret, body) });

  expect(answer.status).toBe(202);
  expect((await world.runsOf(hook))[0]?.["input"]).toEqual({ m: "\u001B[0m", n: 1 });
});

test("an empty body that has an id is a delivery with nothing in it", async () => {
  const hook = await world.make("standard");

  const answer = await world.post(hook, "", standardHeaders(hook.secret, ""));

  expect(answer.status).toBe(202);
  expect((await world.runsOf(hook))[0]?.["input"]).toBeNull();
});

test("digits that are lost are told of in a long body too", async () => {
  const hook = await world.make("token");
  const body = JSON.stringify({ text: "x".repeat(200_000) }).replace("}", ', "id": 12345678901234567890}');

  const answer = await world.post(hook, body, { ...JSON_TYPE, ...tokenHeaders(hook.secret) });

  expect(answer.status).toBe(202);
  expect((await world.listed(hook))[0]?.detail).toContain("12345678901234567890");
});

test("numbers that cannot be kept exactly and names that stand twice are told beside the delivery", async () => {
  const hook = await world.make("token");

  const answer = await world.post(hook, '{"id": 12345678901234567890, "a": 1, "a": 2}', {
    ...JSON_TYPE,
    ...tokenHeaders(hook.secret),
  });

  const [delivery] = await world.listed(hook);
  expect(answer.status).toBe(202);
  expect(delivery?.detail).toContain("12345678901234567890");
  expect(delivery?.detail).toContain('"a" twice');
});
