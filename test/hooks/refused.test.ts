import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { createHmac } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { bodyOf, openHookWorld } from "./hook-world.ts";
import { post } from "./post.ts";
import { githubHeaders, JSON_TYPE, standardHeaders, tokenHeaders } from "./senders.ts";

const MB = 1024 * 1024;
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

const world = await openHookWorld({ limits: { bytes: MB, ms: 2_000 } });
afterAll(world.close);

// WEBHOOK-A08
const WRONG = ["", "v1", "v1,", "v1,abc", "x".repeat(10_240), "zz".repeat(32), "v1,é".padEnd(48, "é")];

test("WEBHOOK-A08: a malformed signature is refused with 401, whatever is wrong with it", async () => {
  const standard = await world.make("standard");
  const github = await world.make("github");
  for (const signature of WRONG.map((value) => Buffer.from(value).toString("latin1"))) {
    const headers = { ...JSON_TYPE, ...standardHeaders(standard.secret, "{}") };
    const answers = [
      await world.post(standard, "{}", { ...headers, "webhook-signature": signature }),
      await world.post(github, "{}", { ...JSON_TYPE, "x-hub-signature-256": signature }),
      await world.post(github, "{}", {
        ...JSON_TYPE,
        "x-hub-signature-256": `sha256=${signature.slice(0, 64)}`,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  }
  expect(await world.runsOf(standard)).toEqual([]);
  expect(await world.runsOf(github)).toEqual([]);
});

test("what is not signed with the webhook's own secret starts nothing, and the list says so", async () => {
  const standard = await world.make("standard");
  const github = await world.make("github");
  const token = await world.make("token");
  const other = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;

  const answers = [
    await world.post(standard, "{}", { ...JSON_TYPE, ...standardHeaders(other, "{}") }),
    await world.post(standard, '{"a":2}', { ...JSON_TYPE, ...standardHeaders(standard.secret, '{"a":1}') }),
    await world.post(standard, "{}", JSON_TYPE),
    await world.post(github, "{}", { ...JSON_TYPE, ...(await githubHeaders("other", "{}")) }),
    await world.post(token, "{}", { ...JSON_TYPE, ...tokenHeaders("other") }),
    await world.post(token, "{}", JSON_TYPE),
  ];

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
  for (const hook of [standard, github, token]) {
    const listed = await world.listed(hook);
    expect(new Set(listed.map(({ verdict }) => verdict))).toEqual(new Set(["bad_signature"]));
    expect(await world.runsOf(hook)).toEqual([]);
  }
});

test("a delivery that was signed more than five minutes ago, or ahead, is refused", async () => {
  const hook = await world.make("standard");
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const sentAt = (minutes: number) =>
    world.post(hook, "{}", { ...JSON_TYPE, ...standardHeaders(hook.secret, "{}", { at: at(minutes) }) });

  const answers = [await sentAt(-6), await sentAt(6), await sentAt(-4), await sentAt(4)];

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 202, 202]);
  expect(answers[0]?.body).toMatch(/signed \d+ seconds ago/);
  expect((await world.listed(hook, 4)).map(({ verdict }) => verdict).toSorted()).toEqual([
    "accepted",
    "accepted",
    "too_old",
    "too_old",
  ]);
});

const UNREADABLE = [
  ["JSON that is none", JSON_TYPE, "{a:1}", 400, "line 1"],
  ["JSON nested too deep", JSON_TYPE, `${"[".repeat(70)}${"]".repeat(70)}`, 400, "64 levels"],
  ["half a million levels", JSON_TYPE, `${"[".repeat(500_000)}${"]".repeat(500_000)}`, 400, "64 levels"],
  ["a name that would be lost", JSON_TYPE, '{"a":{"__proto__":{"b":1}}}', 400, "__proto__"],
  ["a number without end", JSON_TYPE, '{"a":["1e999",{"n":-1e999}]}', 422, '"-1e999"'],
  ["U+0000 in a text", JSON_TYPE, '{"a":"\\u0000"}', 422, "U+0000"],
  ["bad UTF-8", JSON_TYPE, Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400, "UTF-8"],
  ["bad UTF-8 of a text", { "content-type": "text/plain" }, Buffer.from([0xff, 0xfe]), 400, "UTF-8"],
  ["an unknown charset", { "content-type": "text/plain; charset=klingon" }, "a", 415, "klingon"],
  ["what is no form", FORM_TYPE, "i am not a form", 400, "not a form"],
  ["JSON that calls itself a form", FORM_TYPE, '{"a":1}', 400, "Content-Type: application/json"],
  ["a form with broken escapes", FORM_TYPE, "a=%zz", 400, "not a form"],
  ["a form that is not UTF-8", FORM_TYPE, "a=%ff", 400, "UTF-8"],
  ["an unknown encoding", { ...JSON_TYPE, "content-encoding": "zip" }, "{}", 415, "zip"],
  ["gzip that is none", { ...JSON_TYPE, "content-encoding": "gzip" }, "{}", 400, "gzip"],
  ["nothing, without an id", {}, "", 400, "Idempotency-Key"],
  ["an endless id", { ...JSON_TYPE, "idempotency-key": "k".repeat(201) }, "{}", 400, "200"],
] as const;

test("WEBHOOK-A04: what cannot be read is refused in words, and starts no run", async () => {
  const hook = await world.make("token");
  for (const [what, headers, body, status, words] of UNREADABLE) {
    const answer = await world.post(hook, body, { ...headers, authorization: `Bearer ${hook.secret}` });
    expect([what, answer.status]).toEqual([what, status]);
    expect(bodyOf(answer).detail).toContain(words);
  }

  expect(await world.runsOf(hook)).toEqual([]);
  const listed = await world.listed(hook, UNREADABLE.length);
  expect(listed.map(({ status }) => status).toSorted()).toEqual(UNREADABLE.map((item) => item[3]).toSorted());
  expect(new Set(listed.map(({ verdict }) => verdict))).toEqual(new Set(["unreadable"]));
});

test("what has more values than are taken is refused in words, of whatever kind they are", async () => {
  const hook = await world.make("token");
  const fields = Object.fromEntries(Array.from({ length: 49_000 }, (_, index) => [index, 1]));
  const bodies = [
    [JSON_TYPE, `[${"{},".repeat(330_000)}{}]`],
    [JSON_TYPE, `[${"0,".repeat(490_000)}0]`],
    [JSON_TYPE, JSON.stringify(fields)],
    [JSON_TYPE, `[[${"[0 ],".repeat(5_000)}0]]`],
    [FORM_TYPE, "a=1&".repeat(10_001)],
  ] as const;

  for (const [type, body] of bodies) {
    const answer = await world.post(hook, body, { ...type, ...tokenHeaders(hook.secret) });
    expect([body.slice(0, 9), answer.status]).toEqual([body.slice(0, 9), 413]);
    expect(bodyOf(answer).detail).toContain("10,0");
  }
  const most = `[${"0,".repeat(9_998)}{}]`;
  const long = JSON.stringify({ lines: "[0,".repeat(330_000) });
  for (const body of [most, long]) {
    const answer = await world.post(hook, body, { ...JSON_TYPE, ...tokenHeaders(hook.secret) });
    expect(answer.status).toBe(202);
  }
  expect(await world.runsOf(hook)).toHaveLength(2);
});

test("a body without a stated length is refused soon after it is too large, though it does not end", async () => {
  const hook = await world.make("token");
  const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
  const startedAt = performance.now();
  socket.write(
    `POST ${hook.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${hook.secret}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  socket.write(`${(MB + 1).toString(16)}\r\n${"x".repeat(MB + 1)}\r\n`);

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413/);
  expect(performance.now() - startedAt).toBeGreaterThan(400);
});

test("WEBHOOK-A05: a bomb is stopped at the limit of what it decodes to", async () => {
  const hook = await world.make("token");
  const bomb = Buffer.alloc(10 * MB, "[");
  const kinds = { gzip: gzipSync(bomb), deflate: deflateSync(bomb), br: brotliCompressSync(bomb) };

  for (const [encoding, body] of Object.entries(kinds)) {
    const answer = await world.post(hook, body, {
      ...JSON_TYPE,
      ...tokenHeaders(hook.secret),
      "content-encoding": encoding,
    });
    expect([encoding, answer.status]).toEqual([encoding, 413]);
  }
  expect(await world.runsOf(hook)).toEqual([]);
});

test("WEBHOOK-A10: a body over the limit is refused before a run is made, fixed or in chunks", async () => {
  const hook = await world.make("token");
  const headers = { ...JSON_TYPE, ...tokenHeaders(hook.secret) };
  const large = Buffer.alloc(25 * MB, "1");

  const answers = [
    await world.post(hook, large, { ...headers, "content-length": String(large.length) }),
    await world.post(hook, large.subarray(0, MB + 1), { ...headers, "transfer-encoding": "chunked" }),
    await world.post(hook, large.subarray(0, MB), { ...headers, "content-type": "text/plain" }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([413, 413, 202]);
  expect(await world.runsOf(hook)).toHaveLength(1);
  expect((await world.listed(hook, 3)).map(({ verdict }) => verdict).toSorted()).toEqual([
    "accepted",
    "too_large",
    "too_large",
  ]);
});

test("WEBHOOK-A09: senders that never come to their end are cut, and others go through meanwhile", async () => {
  const hook = await world.make("token");
  const slow = Array.from({ length: 50 }, async () => {
    const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
    socket.write(
      `POST ${hook.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${hook.secret}\r\nContent-Length: 100\r\n\r\n{`,
    );
    return text(socket);
  });

  const good = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      world.post(hook, "{}", { ...JSON_TYPE, ...tokenHeaders(hook.secret, { id: String(index) }) }),
    ),
  );
  const said = await Promise.all(slow);

  expect(good.every(({ status }) => status === 202)).toBe(true);
  expect(said.every((answer) => answer.startsWith("HTTP/1.1 408"))).toBe(true);
  expect(await world.runsOf(hook)).toHaveLength(20);
});

test("an unknown and a disabled webhook answer the same, and only POST is taken", async () => {
  const hook = await world.make("token");
  await world.disable(hook);
  const headers = { ...JSON_TYPE, ...tokenHeaders(hook.secret) };

  const disabled = await world.post(hook, "{}", headers);
  const unknown = await world.post({ path: `/hooks/hook_${"a".repeat(32)}` }, "{}", headers);
  const malformed = await world.post({ path: "/hooks/%00" }, "{}", headers);
  const get = await post(`${world.url}${hook.path}`, { method: "GET" });

  expect([disabled.status, unknown.status, malformed.status]).toEqual([404, 404, 404]);
  expect(new Set([disabled.body, unknown.body, malformed.body]).size).toBe(1);
  expect(get.status).toBe(405);
  expect(get.headers["allow"]).toBe("POST");
  expect(await world.runsOf(hook)).toEqual([]);
});

test("an agent with nothing saved lets senders try again, an archived one does not", async () => {
  const hook = await world.make("token");
  const headers = { ...JSON_TYPE, ...tokenHeaders(hook.secret, { id: "once" }) };
  await world.unsave(hook);
  const unsaved = await world.post(hook, "{}", headers);
  await world.archive(hook);
  const archived = await world.post(hook, "{}", headers);

  expect(unsaved.status).toBe(503);
  expect(unsaved.headers["retry-after"]).toBe("300");
  expect(bodyOf(unsaved).detail).toContain("Save the plan");
  expect(archived.status).toBe(409);
  expect(await world.listed(hook, 2)).toMatchObject([{ verdict: "refused" }, { verdict: "refused" }]);
});

test("of refused deliveries the newest hundred are kept, and a flood is told to slow down", async () => {
  const hook = await world.make("github");
  const signature = `sha256=${createHmac("sha256", "other").update("{}").digest("hex")}`;

  const statuses = new Map<number, number>();
  for (let index = 0; index < 130; index += 1) {
    const { status } = await world.post(hook, "{}", { ...JSON_TYPE, "x-hub-signature-256": signature });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const good = await world.post(hook, "{}", { ...JSON_TYPE, ...(await githubHeaders(hook.secret, "{}")) });

  expect(statuses).toEqual(
    new Map([
      [401, 100],
      [429, 30],
    ]),
  );
  expect(good.status).toBe(202);
  const listed = await world.listed(hook, 101);
  expect(listed.filter(({ verdict }) => verdict === "bad_signature")).toHaveLength(100);
});
