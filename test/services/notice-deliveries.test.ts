import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { noticeDeliveries, notices } from "#db/schema.ts";
import type { ServerResponse } from "node:http";
import { createChannel } from "#server/services/create-channel.ts";
import { decideApproval } from "#server/services/decide-approval.ts";
import { deleteChannel } from "#server/services/delete-channel.ts";
import { listChannelDeliveries } from "#server/services/list-channel-deliveries.ts";
import { listChannels } from "#server/services/list-channels.ts";
import { pruneNotices } from "#server/services/prune-notices.ts";
import { raiseNotices } from "#server/services/raise-notices.ts";
import { resendNotice } from "#server/services/resend-notice.ts";
import { type Sending, sendDueNotices } from "#server/services/send-notices.ts";
import { updateChannel } from "#server/services/update-channel.ts";
import { openNoticeWorld } from "#test/notice-world.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

type Answer = (response: ServerResponse) => void;
const answers = new Map<string, Answer>();
const receiver = await startHttpServer(({ url }, response) =>
  (answers.get(url) ?? ((any) => any.writeHead(200).end()))(response),
);
const world = await openNoticeWorld(undefined, {
  EGRESS_ALLOW: "127.0.0.1/32",
  PUBLIC_URL: "https://plans.example/",
});
afterAll(async () => {
  await world.closeReplayed();
  await receiver.close();
});
const { ctx, ends } = world;
let places = 0;

/** An agent with a channel of its own; `failed` makes a notice of it. */
async function channelled(answer?: Answer) {
  places += 1;
  const path = `/in-${places}`;
  if (answer) answers.set(path, answer);
  const agentId = await world.agent();
  const channel = await createChannel(ctx, { agentId, type: "webhook", target: `${receiver.url}${path}` });
  return {
    ...channel,
    received: () => receiver.received.filter(({ url }) => url === path),
    deliveries: async () =>
      (await listChannelDeliveries(ctx, { channelId: channel.channelId, limit: 50 })).items,
    fail: async () => {
      ends.failing();
      const runId = await world.start(agentId, "failed");
      await raiseNotices(ctx);
      return runId;
    },
  };
}

/** Everything that is due is tried once. */
async function sendAll() {
  const sending: Sending = new Map();
  const signal = new AbortController().signal;
  await sendDueNotices(ctx, { sending, signal, settled: () => {} });
  await Promise.all(sending.values());
}

/** The waits of a delivery are over. */
async function hurry() {
  await ctx.db
    .update(noticeDeliveries)
    .set({ dueAt: sql`clock_timestamp()` })
    .where(eq(noticeDeliveries.status, "pending"));
}

test("a notice goes to the agent's channels once, signed, with the page's address and no more than the report", async () => {
  const one = await channelled();
  const runId = await one.fail();
  await sendAll();
  await sendAll();

  expect(one.received()).toHaveLength(1);
  const [{ body, headers } = { body: "", headers: {} }] = one.received();
  expect(new Webhook(one.secret ?? "").verify(body, headers as Record<string, string>)).toEqual({
    type: "run_failed",
    timestamp: expect.any(String),
    data: {
      noticeId: expect.stringMatching(/^notice_/),
      agentId: one.agentId,
      agentName: "Test plan",
      runId,
      approvalId: null,
      scheduleId: null,
      title: 'Run failed at step 2 "Send the mail"',
      text: expect.stringContaining("No such box."),
      url: `https://plans.example/runs/${runId}`,
      count: 1,
    },
  });
  expect(await one.deliveries()).toMatchObject([
    { status: "sent", attempts: 1, dueAt: null, error: null, kind: "run_failed", sentAt: expect.any(String) },
  ]);
  expect((await listChannels(ctx, one)).items).toMatchObject([{ lastDelivery: { status: "sent" } }]);
  const { body: figures } = await ctx.metrics.exposed();
  expect(figures).toContain('stepwright_notices_raised_total{kind="run_failed"} 1');
  expect(figures).toContain('stepwright_notice_tries_total{type="webhook",outcome="sent"} 1');
});

test("a failed try waits and is made again under the same id, until it is given up; then it can be sent again", async () => {
  const one = await channelled((response) => response.writeHead(503).end());
  await one.fail();
  await sendAll();

  const [waiting] = await one.deliveries();
  expect(waiting).toMatchObject({ status: "pending", attempts: 1, error: expect.stringContaining("503") });
  expect(Date.parse(waiting?.dueAt ?? "") - Date.now()).toBeGreaterThan(1_000);
  await sendAll();
  expect(one.received()).toHaveLength(1);
  await expect(resendNotice(ctx, { ...one, deliveryId: waiting?.deliveryId ?? "" })).rejects.toThrow(
    /next try/,
  );

  for (let tries = 1; tries < 7; tries += 1) {
    await hurry();
    await sendAll();
  }
  const [dead] = await one.deliveries();
  expect(dead).toMatchObject({
    status: "dead",
    attempts: 7,
    dueAt: null,
    error: expect.stringContaining("503"),
  });
  await hurry();
  await sendAll();
  expect(one.received()).toHaveLength(7);

  answers.clear();
  await resendNotice(ctx, { ...one, deliveryId: dead?.deliveryId ?? "" });
  await sendAll();
  expect(await one.deliveries()).toMatchObject([{ status: "sent", attempts: 1, error: null }]);
  expect(new Set(one.received().map(({ headers }) => headers["webhook-id"]))).toEqual(
    new Set([dead?.deliveryId]),
  );
});

test("a receiver that says how long to wait is not asked before", async () => {
  const one = await channelled((response) => response.writeHead(429, { "retry-after": "3600" }).end());
  await one.fail();
  await sendAll();

  const [waiting] = await one.deliveries();
  expect(Date.parse(waiting?.dueAt ?? "") - Date.now()).toBeGreaterThan(3_000_000);
});

test("an answer that no other try can change ends it at once", async () => {
  const one = await channelled((response) => response.writeHead(410).end());
  await one.fail();
  await sendAll();

  expect(await one.deliveries()).toMatchObject([{ status: "dead", attempts: 1 }]);
});

test("what was over before it could be sent is not sent, but for runs that failed", async () => {
  const one = await channelled();
  ends.asking();
  await world.start(one.agentId, "paused");
  await raiseNotices(ctx);
  const [notice] = await world.notices(one.agentId);
  await decideApproval(ctx, { approvalId: notice?.approvalId ?? "", decision: "reject" });
  await raiseNotices(ctx);
  await sendAll();

  expect(one.received()).toEqual([]);
  expect(await one.deliveries()).toMatchObject([{ status: "dead", error: expect.stringContaining("over") }]);

  const two = await channelled();
  await two.fail();
  ends.well();
  await world.start(two.agentId, "completed");
  await raiseNotices(ctx);
  await sendAll();
  expect(two.received()).toHaveLength(1);
});

test("a channel gets the kinds that it takes, while it is on", async () => {
  const one = await channelled();
  await updateChannel(ctx, { channelId: one.channelId, kinds: ["approval_waiting"] });
  await one.fail();
  expect(await one.deliveries()).toEqual([]);

  await updateChannel(ctx, { channelId: one.channelId, kinds: null, enabled: false });
  await one.fail();
  expect(await one.deliveries()).toEqual([]);

  await updateChannel(ctx, { channelId: one.channelId, enabled: true });
  await one.fail();
  await updateChannel(ctx, { channelId: one.channelId, enabled: false });
  await sendAll();
  const [off] = await one.deliveries();
  expect(off).toMatchObject({ status: "dead", error: expect.stringContaining("switched off") });
  await expect(resendNotice(ctx, { ...one, deliveryId: off?.deliveryId ?? "" })).rejects.toThrow(/is off/);
  expect(one.received()).toEqual([]);
});

test("a slow receiver holds up no other channel, and a second notice to it waits for the first", async () => {
  const held: ServerResponse[] = [];
  const slow = await channelled((response) => held.push(response));
  const quick = await channelled();
  await slow.fail();
  await slow.fail();
  await quick.fail();

  const sending: Sending = new Map();
  const send = () =>
    sendDueNotices(ctx, { sending, signal: new AbortController().signal, settled: () => {} });
  await send();
  await sending.get(quick.channelId);
  await send();
  await expect.poll(() => held.length).toBe(1);

  expect(quick.received()).toHaveLength(1);
  expect(slow.received()).toHaveLength(1);
  expect((await slow.deliveries()).map(({ attempts }) => attempts).sort()).toEqual([0, 1]);
  for (const response of held) response.writeHead(200).end();
  await Promise.all(sending.values());
});

test("a try whose process died is made again once its lease has run out, and gives up in the end", async () => {
  const one = await channelled();
  await one.fail();
  await ctx.db
    .update(noticeDeliveries)
    .set({ attempts: 7 })
    .where(eq(noticeDeliveries.channelId, one.channelId));
  await sendAll();

  expect(one.received()).toEqual([]);
  expect(await one.deliveries()).toMatchObject([
    { status: "dead", error: "Given up: no try came to an end." },
  ]);
});

test("the answer to a try that was begun again in the meantime changes nothing", async () => {
  const held: ServerResponse[] = [];
  const one = await channelled((response) => held.push(response));
  await one.fail();
  const sending: Sending = new Map();
  await sendDueNotices(ctx, { sending, signal: new AbortController().signal, settled: () => {} });
  await expect.poll(() => held.length).toBe(1);
  await ctx.db
    .update(noticeDeliveries)
    .set({ attempts: 2, dueAt: sql`clock_timestamp() + interval '1 minute'` })
    .where(eq(noticeDeliveries.channelId, one.channelId));
  held[0]?.writeHead(500).end();
  await Promise.all(sending.values());

  expect(await one.deliveries()).toMatchObject([{ status: "pending", attempts: 2, error: null }]);
});

test("a deleted channel takes what was to be sent with it, and notices go when they are old and over", async () => {
  const one = await channelled();
  await one.fail();
  await deleteChannel(ctx, one);
  await sendAll();
  expect(one.received()).toEqual([]);

  const two = await channelled();
  await two.fail();
  await two.fail();
  const [old] = await world.notices(two.agentId);
  const long = sql`clock_timestamp() - interval '91 days'`;
  await ctx.db.update(notices).set({ createdAt: long }).where(eq(notices.agentId, two.agentId));
  await ctx.db
    .update(notices)
    .set({ closedAt: long })
    .where(eq(notices.id, old?.noticeId ?? ""));

  expect(await pruneNotices(ctx)).toBe(1);
  expect(await world.notices(two.agentId)).toHaveLength(1);
  expect(await two.deliveries()).toHaveLength(1);
});
