import { eq, sql } from "drizzle-orm";
import type { ServerResponse } from "node:http";
import { afterAll, expect, test } from "vitest";
import { noticeDeliveries } from "#db/schema.ts";
import { openPostgres } from "#db/postgres.ts";
import { startNotices } from "#server/engine/notices.ts";
import { createChannel } from "#server/services/create-channel.ts";
import { decideApproval } from "#server/services/decide-approval.ts";
import { listChannelDeliveries } from "#server/services/list-channel-deliveries.ts";
import { insertFailedRun } from "#test/failed-run.ts";
import { SCHEDULED, openNoticeWorld } from "#test/notice-world.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { openRunWorld } from "#test/run-world.ts";
import { startStepwright } from "#test/stepwright-command.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const environment = {
  EGRESS_ALLOW: "127.0.0.1/32",
  SECRET_KEY: "one key for every process of the tests",
};
const server = await startPostgres();
const url = await server.createDatabase();
const world = await openNoticeWorld(await openPostgres(url), environment);
const others = [
  await openRunWorld(await openPostgres(url), environment),
  await openRunWorld(await openPostgres(url), environment),
];
let answer = (response: ServerResponse) => {
  response.writeHead(200).end();
};
const receiver = await startHttpServer((_received, response) => answer(response));
afterAll(async () => {
  for (const other of others) await other.close();
  await world.close();
  await server.stop();
  await receiver.close();
});
const { ctx, ends } = world;

async function channelled(path: string) {
  const agentId = await world.agent();
  const target = `${receiver.url}${path}`;
  const { channelId } = await createChannel(ctx, { agentId, type: "webhook", target });
  return {
    agentId,
    channelId,
    received: () => receiver.received.filter((one) => one.url === path),
    deliveries: async () => (await listChannelDeliveries(ctx, { channelId, limit: 50 })).items,
  };
}

const soon = { timeout: 60_000, interval: 50 };
const MINUTES = { timeout: 180_000 };

test(
  "three workers raise one notice for twenty failures of one cause, and send it once",
  MINUTES,
  async () => {
    const loops = [ctx, ...others.map((other) => other.ctx)].map(startNotices);
    const one = await channelled("/twenty");
    ends.failing();
    await Promise.all(Array.from({ length: 20 }, () => world.start(one.agentId, "failed", SCHEDULED)));

    await expect.poll(async () => (await world.notices(one.agentId))[0]?.count, soon).toBe(20);
    await expect.poll(async () => (await one.deliveries())[0]?.status, soon).toBe("sent");
    expect(await world.notices(one.agentId)).toHaveLength(1);
    expect(await world.reports(one.agentId)).toMatchObject([{ count: 20 }]);

    const two = await channelled("/asked");
    ends.asking();
    await world.start(two.agentId, "paused");
    await expect.poll(() => two.received().length, soon).toBe(1);
    const [notice] = await world.notices(two.agentId);
    await decideApproval(ctx, { approvalId: notice?.approvalId ?? "", decision: "approve" });
    await expect.poll(async () => (await world.notices(two.agentId))[0]?.closedAt, soon).not.toBeNull();

    await Promise.all(loops.map((loop) => loop.stop()));
    expect(one.received()).toHaveLength(1);
    expect(two.received()).toHaveLength(1);
  },
);

test(
  "a worker killed between sending and writing that down: another one sends it again, under the same id",
  MINUTES,
  async () => {
    const one = await channelled("/killed");
    const settings = { ...environment, DATABASE_URL: url, LOG_LEVEL: "silent" };
    const worker = await startStepwright(["worker"], settings, /worker is ready/);
    let isKilled = false;
    answer = () => {
      isKilled = true;
      void worker.stop("SIGKILL");
    };
    await insertFailedRun(ctx, { agentId: one.agentId, message: "No such box.", trigger: "manual" });
    await expect.poll(() => isKilled, soon).toBe(true);
    await worker.stop("SIGKILL");
    expect(await one.deliveries()).toMatchObject([{ status: "pending", attempts: 1, sentAt: null }]);

    answer = (response) => response.writeHead(200).end();
    await ctx.db
      .update(noticeDeliveries)
      .set({ dueAt: sql`clock_timestamp()` })
      .where(eq(noticeDeliveries.channelId, one.channelId));
    const loop = startNotices(ctx);
    await expect.poll(async () => (await one.deliveries())[0]?.status, soon).toBe("sent");
    await loop.stop();

    expect(one.received()).toHaveLength(2);
    expect(new Set(one.received().map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await world.notices(one.agentId)).toHaveLength(1);
    expect(await world.reports(one.agentId)).toHaveLength(1);
  },
);
