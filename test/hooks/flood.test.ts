import { afterAll, expect, test } from "vitest";
import { flood } from "#test/chaos/webhook-flood.ts";
import { sendGood } from "#test/chaos/webhook-traffic.ts";
import { openHookWorld } from "./hook-world.ts";

const EACH = 20;

const world = await openHookWorld({ limits: { bytes: 1024 * 1024, ms: 3_000 } });
afterAll(world.close);

// The short form of the part "webhooks" of `npm run chaos`.
test("beside all kinds of bad deliveries the good ones go through, each once, and the bad start nothing", async () => {
  const standard = await world.make("standard");
  const token = await world.make("token");

  const [bad, good] = await Promise.all([
    flood({ url: world.url, standard, token }, { each: EACH, atOnce: 8 }),
    sendGood({
      urls: [world.url],
      hook: standard,
      perSecond: 20,
      connections: 20,
      isOver: (sent) => sent >= 40,
    }),
  ]);

  expect(bad.problems).toEqual([]);
  expect(good.problems).toEqual([]);
  expect(new Set(good.accepted).size).toBe(40);
  expect(await world.runsOf(standard)).toHaveLength(40);
  expect(await world.runsOf(token)).toEqual([]);
}, 60_000);
