import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { done } from "#test/core/run-rules/results.ts";
import { bodyOf, openHookWorld } from "./hook-world.ts";
import { JSON_TYPE, tokenHeaders } from "./senders.ts";

const world = await openHookWorld();
let isHeld = false;
await world.startWorker(async () => {
  while (isHeld) await setTimeout(20);
  return done("read");
});
afterAll(world.close);

test("?wait= answers with the report of a run that ends in time", async () => {
  const hook = await world.make("token");

  const answer = await world.post({ path: `${hook.path}?wait=60` }, '{"to":"Ada"}', {
    ...JSON_TYPE,
    ...tokenHeaders(hook.secret),
  });

  expect(answer.status).toBe(200);
  expect(bodyOf(answer)).toMatchObject({
    completed: true,
    failed_step: null,
    steps: [{ step_id: "read", status: "completed" }],
  });
});

test("?wait= answers as without it when the run takes longer, and each time that it is asked", async () => {
  const hook = await world.make("token");
  const deliver = (wait: string) =>
    world.post({ path: `${hook.path}?wait=${wait}` }, "{}", {
      ...JSON_TYPE,
      ...tokenHeaders(hook.secret, { id: "d1" }),
    });

  isHeld = true;
  const early = await deliver("1");
  isHeld = false;
  const again = await deliver("60");

  expect(early.status).toBe(202);
  expect(bodyOf(early).runId).toMatch(/^run_/);
  expect(again.status).toBe(200);
  expect(await world.runsOf(hook)).toHaveLength(1);
});

test.each(["61", "-1", "soon", "1.5"])("?wait=%s is refused before anything is started", async (wait) => {
  const hook = await world.make("token");

  const answer = await world.post({ path: `${hook.path}?wait=${wait}` }, "{}", {
    ...JSON_TYPE,
    ...tokenHeaders(hook.secret),
  });

  expect(answer.status).toBe(422);
  expect(bodyOf(answer).detail).toContain("0 to 60");
  expect(await world.runsOf(hook)).toEqual([]);
});
