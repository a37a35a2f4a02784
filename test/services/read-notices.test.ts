import { afterAll, expect, test } from "vitest";
import { listNotices } from "#server/services/list-notices.ts";
import { raiseNotices } from "#server/services/raise-notices.ts";
import { readNotices } from "#server/services/read-notices.ts";
import { openNoticeWorld } from "#test/notice-world.ts";

const world = await openNoticeWorld();
afterAll(world.closeReplayed);
const { ctx, ends } = world;

test("notices are read one by one or all, and looking at them changes nothing", async () => {
  ends.failing();
  const agentId = await world.agent();
  await world.start(agentId, "failed");
  await world.start(agentId, "failed");
  await raiseNotices(ctx);

  const before = await listNotices(ctx, { agentId, limit: 1 });
  const again = await listNotices(ctx, { agentId, limit: 1 });
  expect(again).toEqual(before);
  expect(before.unread).toBe(2);

  const rest = await listNotices(ctx, { agentId, limit: 1, cursor: before.nextCursor ?? "" });
  expect(rest.items).toHaveLength(1);
  expect(rest.nextCursor).toBeNull();

  await readNotices(ctx, { noticeIds: [before.items[0]?.noticeId ?? ""] });
  const unread = await listNotices(ctx, { agentId, unread: true, limit: 10 });
  expect(unread.items).toEqual(rest.items);
  expect(unread.unread).toBe(1);

  expect(await readNotices(ctx, {})).toEqual({ unread: 0 });
});
