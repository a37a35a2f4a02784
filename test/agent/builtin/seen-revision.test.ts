import { afterAll, beforeAll, expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { chunksOf, openPlanning, said } from "#test/planning.ts";

let planning: Awaited<ReturnType<typeof openPlanning>>;

beforeAll(async () => {
  planning = await openPlanning();
  planning.setModel(createBuiltinPlanner());
});
afterAll(() => planning.close());

async function newAgent(): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "News" });
  await say(body.agentId, "1. Collect the news\n2. Sort the news\n3. Write a summary", 0);
  return body.agentId;
}

async function say(agentId: string, words: string, baseRevision: number): Promise<string> {
  return said(await chunksOf(await planning.post(agentId, words, { baseRevision })));
}

test("undo of a change that the person has not seen is asked about, and done when it is said again", async () => {
  const agentId = await newAgent();
  await say(agentId, "rename step 3 to Tell Maria", 1);

  const reply = await say(agentId, "undo", 1);

  expect(reply).toMatch(
    /^The plan has changed since you wrote this: you saw r1, and it is at r2 "Renamed .*" now\. Do you still want that\? Then say it again\. Nothing was changed\.$/,
  );
  const plan = async () => (await planning.request("GET", `/api/agents/${agentId}/plan`)).body;
  expect((await plan()).revision).toBe(2);
  await say(agentId, "undo", 2);
  expect((await plan()).plan.steps[2].title).toBe("Write a summary");
});

test("numbers of somebody who saw no plan are not taken for those of the plan that is there now", async () => {
  const agentId = await newAgent();

  expect(await say(agentId, "remove step 2", 0)).toMatch(
    /^The plan has changed since you wrote this: there was none then, and now it has revision 1\. The steps are 1 "Collect the news", .* Nothing was changed\.$/,
  );
  expect(await say(agentId, "undo", 0)).toMatch(/there is nothing to undo|you saw no plan/i);
});
