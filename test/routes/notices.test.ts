import { afterAll, expect, test } from "vitest";
import { raiseNotices } from "#server/services/raise-notices.ts";
import { insertFailedRun } from "#test/failed-run.ts";
import { makePlan } from "#test/make.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { startSmtpServer } from "#test/senders/smtp-world.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const mailbox = await startSmtpServer();
const receiver = await startHttpServer((_received, response) => response.writeHead(204).end());
const opened = await openTestContext({
  EGRESS_ALLOW: "127.0.0.1/32",
  SMTP_URL: `smtp://localhost:${mailbox.port}`,
  SMTP_FROM: "stepwright@example.com",
});
const { ctx } = opened;
const server = await serveApp(ctx);
afterAll(async () => {
  await server.close();
  await opened.close();
  await receiver.close();
  await mailbox.close();
});

async function call(method: string, path: string, body?: unknown) {
  const answer = await send(server.url, path, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  return {
    status: answer.status,
    text: answer.body,
    body: answer.body === "" ? null : JSON.parse(answer.body),
  };
}

async function newAgent(): Promise<string> {
  return (await seedAgent(ctx, makePlan({ collect: [], send: ["collect"] }))).agentId;
}

async function fail(agentId: string): Promise<void> {
  await insertFailedRun(ctx, { agentId, message: "No such box.", trigger: "manual" });
  await raiseNotices(ctx);
}

test("notices are listed for all agents or one, by id or slug, and read", async () => {
  const agentId = await newAgent();
  await fail(agentId);
  await fail(agentId);

  const all = await call("GET", "/api/notices?limit=1");
  expect(all.body).toMatchObject({ items: [{ kind: "run_failed", agentId }], unread: 2 });
  const next = await call("GET", `/api/notices?limit=1&cursor=${all.body.nextCursor}`);
  expect(next.body).toMatchObject({ items: [{ agentId }], nextCursor: null });
  const slug = agentId.replaceAll("_", "-");
  expect((await call("GET", `/api/notices?agent=${slug}&unread=true`)).body.items).toHaveLength(2);

  const noticeIds = [all.body.items[0].noticeId];
  expect(await call("POST", "/api/notices/read", { noticeIds })).toMatchObject({
    status: 200,
    body: { unread: 1 },
  });
  expect((await call("GET", "/api/notices?unread=true")).body.items).toHaveLength(1);
  expect((await call("POST", "/api/notices/read", {})).body).toEqual({ unread: 0 });
});

test.each([
  ["GET", "/api/notices?limit=0", undefined, 422],
  ["GET", "/api/notices?unread=perhaps", undefined, 422],
  ["GET", "/api/notices?cursor=nonsense", undefined, 422],
  ["GET", "/api/notices?agent=nobody", undefined, 404],
  ["POST", "/api/notices/read", { noticeIds: ["notice_none"] }, 404],
  ["POST", "/api/notices/read", { noticeIds: [] }, 422],
  ["POST", "/api/notices/read", { noticeIds: "all" }, 422],
  ["POST", "/api/notices/read", { all: true }, 422],
  ["DELETE", "/api/notices", undefined, 405],
  ["GET", "/api/agents/nobody/channels", undefined, 404],
  ["POST", "/api/agents/nobody/channels", { type: "email", target: "a@b.example" }, 404],
  ["PATCH", "/api/channels/chn_none", { enabled: false }, 404],
  ["DELETE", "/api/channels/chn_none", undefined, 404],
  ["POST", "/api/channels/chn_none/test", undefined, 404],
  ["GET", "/api/channels/chn_none/deliveries", undefined, 404],
  ["POST", "/api/channels/chn_none/deliveries/dlv_none/resend", undefined, 404],
])("%s %s with %j is refused with %i", async (method, path, body, status) => {
  const answer = await call(method, path, body);

  expect(answer.status).toBe(status);
  expect(answer.body.detail).toEqual(expect.any(String));
});

test("a webhook's channel shows its secret once, and takes a test", async () => {
  const agentId = await newAgent();
  const target = `${receiver.url}/in`;
  const made = await call("POST", `/api/agents/${agentId}/channels`, { type: "webhook", target });

  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    type: "webhook",
    target,
    kinds: null,
    enabled: true,
    lastDelivery: null,
  });
  expect(made.body.secret).toMatch(/^whsec_/);
  const { channelId, secret } = made.body;

  const listed = await call("GET", `/api/agents/${agentId}/channels`);
  expect(listed.body.items).toMatchObject([{ channelId }]);
  const changed = await call("PATCH", `/api/channels/${channelId}`, {
    kinds: ["run_failed"],
    enabled: false,
  });
  expect(changed.body).toMatchObject({ kinds: ["run_failed"], enabled: false, target });
  expect(listed.text + changed.text).not.toContain(secret);

  const tested = await call("POST", `/api/channels/${channelId}/test`);
  expect(tested).toMatchObject({ status: 200, body: { isSent: true, error: null } });
  expect(JSON.parse(receiver.received.at(-1)?.body ?? "")).toMatchObject({ type: "test", data: { agentId } });

  expect((await call("DELETE", `/api/channels/${channelId}`)).status).toBe(204);
  expect((await call("GET", `/api/agents/${agentId}/channels`)).body.items).toEqual([]);
});

test("a webhook's target is kept as it is read", async () => {
  const agentId = await newAgent();
  const add = (target: string) =>
    call("POST", `/api/agents/${agentId}/channels`, { type: "webhook", target });

  expect((await add(" https:///Example.com/a b/../ü ")).body.target).toBe("https://example.com/%C3%BC");
  expect((await add("https:\\\\example.com\\ü")).status).toBe(409);
});

test("an archived agent gets no new channel", async () => {
  const agentId = await newAgent();
  await call("PATCH", `/api/agents/${agentId}`, { status: "archived" });

  const { status, body } = await call("POST", `/api/agents/${agentId}/channels`, {
    type: "email",
    target: "ada@example.com",
  });

  expect(status).toBe(409);
  expect(body.detail).toContain("archived");
});

test("a channel by e-mail takes a test, and says what the mail server said", async () => {
  const agentId = await newAgent();
  const made = await call("POST", `/api/agents/${agentId}/channels`, {
    type: "email",
    target: "ada@example.com",
  });
  expect(made).toMatchObject({ status: 201, body: { secret: null } });

  expect((await call("POST", `/api/channels/${made.body.channelId}/test`)).body).toEqual({
    isSent: true,
    error: null,
  });
  expect(mailbox.received.at(-1)).toMatchObject({ to: ["ada@example.com"] });
});

test.each([
  [{ type: "webhook", target: "http://example.com/in" }, "Use https://"],
  [{ type: "webhook", target: "https://10.0.0.1/in" }, "EGRESS_ALLOW"],
  [{ type: "webhook", target: "ada@example.com" }, "no address that a webhook can go to"],
  [{ type: "email", target: "https://example.com" }, "is not an e-mail address"],
  [{ type: "email", target: "a@b.example\nBcc: c@d.example" }, "is not an e-mail address"],
  [{ type: "webhook", target: "https://example.com/\r\nX: y" }, "U+000D"],
  [{ type: "webhook", target: "https://example.com/\u202ea" }, "U+202E"],
  [{ type: "email", target: "" }, "target"],
  [{ type: "pigeon", target: "x" }, "type"],
  [{ type: "email", target: "a@b.example", kinds: [] }, "kinds"],
  [{ type: "email", target: "a@b.example", kinds: ["run_won"] }, "kinds"],
  [{ type: "email", target: "a@b.example", secret: "mine" }, '"secret" is not a field here'],
])("the channel %j is refused in words", async (body, words) => {
  const agentId = await newAgent();
  const answer = await call("POST", `/api/agents/${agentId}/channels`, body);

  expect(answer.status).toBe(422);
  expect(answer.body.detail).toContain(words);
  expect(answer.body.issues[0].path).toMatch(/target|type|kinds|secret/);
  expect((await call("GET", `/api/agents/${agentId}/channels`)).body.items).toEqual([]);
});

test("an agent has at most twenty channels, and one to each place", async () => {
  const agentId = await newAgent();
  const add = (name: string) =>
    call("POST", `/api/agents/${agentId}/channels`, { type: "email", target: `${name}@example.com` });
  const first = await add("one");
  expect((await add("ONE")).status).toBe(409);
  const others = await Promise.all(Array.from({ length: 24 }, (_, index) => add(`n${index}`)));

  expect(others.filter(({ status }) => status === 201)).toHaveLength(19);
  expect(others.find(({ status }) => status === 409)?.body.detail).toContain("20 is the most");
  const moved = await call("PATCH", `/api/channels/${first.body.channelId}`, { target: "n0@example.com" });
  expect(moved.status).toBe(409);
  const wrong = await call("PATCH", `/api/channels/${first.body.channelId}`, { target: "nobody" });
  expect(wrong).toMatchObject({ status: 422, body: { issues: [{ path: "target" }] } });
});
