import { afterAll, expect, test } from "vitest";
import { startNotices } from "#server/engine/notices.ts";
import { createChannel } from "#server/services/create-channel.ts";
import { listChannelDeliveries } from "#server/services/list-channel-deliveries.ts";
import { openNoticeWorld } from "#test/notice-world.ts";
import { startSmtpServer } from "#test/senders/smtp-world.ts";

const mailbox = await startSmtpServer();
const world = await openNoticeWorld(undefined, {
  SMTP_URL: `smtp://localhost:${mailbox.port}`,
  SMTP_FROM: "Stepwright <stepwright@example.com>",
});
afterAll(async () => {
  await world.closeReplayed();
  await mailbox.close();
});
const { ctx, ends } = world;
const soon = { timeout: 20_000, interval: 50 };

test("what happened while nobody was there is told by mail once somebody is, and after another restart not again", async () => {
  ends.failing("The box is full.");
  const agentId = await world.agent();
  const { channelId } = await createChannel(ctx, { agentId, type: "email", target: "ada@example.com" });
  const runId = await world.start(agentId, "failed");
  expect(await world.notices(agentId)).toEqual([]);

  const first = startNotices(ctx);
  await expect.poll(() => mailbox.received.length, soon).toBe(1);
  await first.stop();
  const second = startNotices(ctx);
  ends.failing("It is fuller.");
  await world.start(agentId, "failed");
  await expect.poll(() => mailbox.received.length, soon).toBe(2);
  await second.stop();

  const source = mailbox.received[0]?.source.replaceAll("=\r\n", "") ?? "";
  expect(source).toContain("The box is full.");
  expect(source).toContain(`http://127.0.0.1:4310/runs/${runId}`);
  const { items } = await listChannelDeliveries(ctx, { channelId, limit: 10 });
  expect(items.map(({ status }) => status)).toEqual(["sent", "sent"]);
  expect(source).toContain(`Message-ID: <${items[1]?.deliveryId}@example.com>`);
});
