import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createWebhook } from "#server/services/create-webhook.ts";
import { pruneDeliveries } from "#server/services/prune-deliveries.ts";
import { rotateWebhook } from "#server/services/rotate-webhook.ts";
import { sendGood } from "#test/chaos/webhook-traffic.ts";
import { bodyOf, openHookWorld } from "./hook-world.ts";
import { githubHeaders, JSON_TYPE, standardHeaders, tokenHeaders } from "./senders.ts";

const DAY_MS = 24 * 60 * 60_000;

const world = await openHookWorld();
afterAll(world.close);

test("a delivery that comes again answers with the run of the first one", async () => {
  const hook = await world.make("standard");
  const sendAt = (minutes: number) =>
    world.post(hook, '{"to":"Ada"}', {
      ...JSON_TYPE,
      ...standardHeaders(hook.secret, '{"to":"Ada"}', {
        id: "msg_1",
        at: new Date(Date.now() - minutes * 60_000),
      }),
    });

  const first = await sendAt(3);
  const again = await sendAt(0);

  expect(bodyOf(again)).toEqual({ runId: bodyOf(first).runId, repeated: true });
  expect(await world.runsOf(hook)).toHaveLength(1);
  await expect.poll(async () => (await world.listed(hook))[0]?.repeats, { timeout: 10_000 }).toBe(1);
});

test("a delivery that comes again after its agent was archived is still answered with its run", async () => {
  const hook = await world.make("github");
  const headers = { ...JSON_TYPE, ...(await githubHeaders(hook.secret, "{}", { id: "d1" })) };

  const first = await world.post(hook, "{}", headers);
  await world.archive(hook);
  const again = await world.post(hook, "{}", headers);

  expect(again.status).toBe(202);
  expect(bodyOf(again)).toEqual({ runId: bodyOf(first).runId, repeated: true });
});

test("another body under the same id is refused, as the first one stands", async () => {
  const hook = await world.make("github");
  const sendBody = async (body: string) =>
    world.post(hook, body, { ...JSON_TYPE, ...(await githubHeaders(hook.secret, body, { id: "d1" })) });

  const first = await sendBody('{"n":1}');
  const other = await sendBody('{"n":2}');

  expect(other.status).toBe(409);
  expect(bodyOf(other).runId).toBe(bodyOf(first).runId);
  expect(await world.runsOf(hook)).toMatchObject([{ input: { n: 1 } }]);
  expect((await world.listed(hook, 2)).map(({ verdict }) => verdict)).toEqual(["refused", "accepted"]);
});

test("a body without an id is known by its hash, and its sender is told so", async () => {
  const hook = await world.make("token");
  const sendBody = (body: string) => world.post(hook, body, { ...JSON_TYPE, ...tokenHeaders(hook.secret) });

  const first = bodyOf(await sendBody('{"n":1}'));
  const again = bodyOf(await sendBody('{"n":1}'));
  const other = bodyOf(await sendBody('{"n":2}'));

  expect(again).toMatchObject({ runId: first.runId, repeated: true });
  expect(again.note).toContain("Idempotency-Key");
  expect(other.repeated).toBe(false);
  expect(await world.runsOf(hook)).toHaveLength(2);
});

test("an id that is written like a hash is never taken for the hash of another body, nor for another id", async () => {
  const hook = await world.make("token");
  const hash = createHash("sha256").update("{}").digest("hex");
  const deliver = (id?: string) =>
    world.post(hook, "{}", { ...JSON_TYPE, ...tokenHeaders(hook.secret, { id }) });

  const answers = [
    await deliver(`sha256:${hash}`),
    await deliver(`id:sha256:${hash}`),
    await deliver(),
    await deliver(`sha256:${hash}`),
  ].map(bodyOf);

  expect(answers.map(({ repeated }) => repeated)).toEqual([false, false, false, true]);
  expect(answers[3].runId).toBe(answers[0].runId);
  expect(await world.runsOf(hook)).toHaveLength(3);
});

test("an accepted id is kept for seven days, and is free after that", async () => {
  const hook = await world.make("token");
  const deliver = () =>
    world.post(hook, "{}", { ...JSON_TYPE, ...tokenHeaders(hook.secret, { id: "nightly" }) });

  const first = bodyOf(await deliver());
  await world.age(hook, 6.9 * DAY_MS);
  await pruneDeliveries(world.ctx);
  const sixDaysLater = bodyOf(await deliver());
  await world.age(hook, 7.1 * DAY_MS);
  const pruned = await pruneDeliveries(world.ctx);
  const eightDaysLater = bodyOf(await deliver());

  expect(sixDaysLater.runId).toBe(first.runId);
  expect(pruned).toBe(1);
  expect(eightDaysLater.runId).not.toBe(first.runId);
  expect(await world.runsOf(hook)).toHaveLength(2);
});

test("many identical deliveries at once are one run, and all are answered with it", async () => {
  const hook = await world.make("standard");
  const headers = { ...JSON_TYPE, ...standardHeaders(hook.secret, "{}") };

  const answers = await Promise.all(Array.from({ length: 100 }, () => world.post(hook, "{}", headers)));

  const runs = await world.runsOf(hook);
  expect(runs).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(answers.map((answer) => bodyOf(answer).runId))).toEqual(new Set([runs[0]?.["id"]]));
  expect(answers.filter((answer) => !bodyOf(answer).repeated)).toHaveLength(1);
  await expect.poll(async () => (await world.listed(hook))[0]?.repeats, { timeout: 10_000 }).toBe(99);
});

test("WEBHOOK-A01: distinct deliveries over many connections to two servers are each one run", async () => {
  const hook = await world.make("standard");

  const good = await sendGood({
    urls: [world.url, await world.openDoor()],
    hook,
    perSecond: 1_000,
    connections: 20,
    isOver: (sent) => sent >= 100,
  });

  expect(good.problems).toEqual([]);
  expect((await world.runsOf(hook)).map((run) => run["id"]).toSorted()).toEqual(good.accepted.toSorted());
});

test("while a secret is being changed both count for a day, and then the new one alone", async () => {
  const hook = await world.make("standard");
  const deliver = async (secret: string) =>
    (await world.post(hook, "{}", { ...JSON_TYPE, ...standardHeaders(secret, "{}") })).status;

  const { secret: second, previousUntil } = await rotateWebhook(world.ctx, {
    webhookId: hook.id,
    origin: "",
  });
  const during = [await deliver(hook.secret), await deliver(second)];
  await world.endRotation(hook);
  const after = [await deliver(hook.secret), await deliver(second)];

  expect(Date.parse(previousUntil ?? "") - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
  expect(during).toEqual([202, 202]);
  expect(after).toEqual([401, 202]);
});

test("a second rotation within a day is refused, so that senders with the secret before it go on, unless it is forced", async () => {
  const hook = await world.make("standard");
  const deliver = async (secret: string) =>
    (await world.post(hook, "{}", { ...JSON_TYPE, ...standardHeaders(secret, "{}") })).status;
  const rotate = (more: { force?: boolean; secret?: string } = {}) =>
    rotateWebhook(world.ctx, { webhookId: hook.id, origin: "", ...more });

  const { secret: second } = await rotate();
  await expect(rotate()).rejects.toThrow('"force": true');
  const kept = [await deliver(hook.secret), await deliver(second)];
  const same = await rotate({ secret: second });
  const { secret: third } = await rotate({ force: true });
  const forced = [await deliver(hook.secret), await deliver(second), await deliver(third)];
  await world.endRotation(hook);

  expect(kept).toEqual([202, 202]);
  expect(same.secret).toBe(second);
  expect(forced).toEqual([401, 202, 202]);
  expect((await rotate()).secret).not.toBe(third);
});

test("rotations at once leave one new secret, and the one before it counts", async () => {
  const hook = await world.make("token");
  const rotate = (secret?: string) => rotateWebhook(world.ctx, { webhookId: hook.id, origin: "", secret });
  const deliver = async (secret: string) =>
    (await world.post(hook, "{}", { ...JSON_TYPE, ...tokenHeaders(secret, { id: secret }) })).status;

  const made = await Promise.allSettled([rotate(), rotate(), rotate()]);
  await world.endRotation(hook);
  const brought = await Promise.all([rotate("correct-horse-battery"), rotate("correct-horse-battery")]);

  const [second, ...others] = made.filter((one) => one.status === "fulfilled");
  expect(others).toEqual([]);
  expect(brought.map(({ secret }) => secret)).toEqual(["correct-horse-battery", "correct-horse-battery"]);
  expect(await deliver("correct-horse-battery")).toBe(202);
  expect(await deliver(second?.value.secret ?? "")).toBe(202);
});

test("a secret that cannot be read any more is replaced at once, and does not count beside the new one", async () => {
  const hook = await world.make("token");
  await rotateWebhook(world.ctx, { webhookId: hook.id, origin: "" });
  await world.spoilSecret(hook);

  const { secret, previousUntil } = await rotateWebhook(world.ctx, { webhookId: hook.id, origin: "" });

  expect(previousUntil).toBeNull();
  expect((await world.post(hook, "{}", { ...JSON_TYPE, ...tokenHeaders(secret) })).status).toBe(202);
});

test("WEBHOOK-A02: every webhook has an address and a secret of its own, and no address is there twice", async () => {
  const hook = await world.make("standard");
  const copy = await world.makeFor(hook.agentId, "standard");

  expect(copy.id).not.toBe(hook.id);
  expect(copy.secret).not.toBe(hook.secret);
  expect(hook.id).toMatch(/^hook_[\w-]{32}$/);
  await expect(world.insertTwice(hook)).rejects.toThrow();
});

test("a secret is kept sealed, and shown by nothing but what made it", async () => {
  const made = await createWebhook(world.ctx, {
    agentId: (await world.make("token")).agentId,
    title: "Shop",
    scheme: "token",
    secret: "correct-horse-battery",
    origin: world.url,
  });

  const { secret: sealed, ...row } = await world.rowOf(made.webhookId);

  expect(made.secret).toBe("correct-horse-battery");
  expect(made.url).toBe(`${world.url}/hooks/${made.webhookId}`);
  expect(sealed).toMatch(/^v1\.[0-9a-f]{12}\./);
  expect(JSON.stringify([sealed, row])).not.toContain("correct-horse");
});
