import { afterAll, expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { chunksOf, openPlanning, said } from "#test/planning.ts";

const planning = await openPlanning();
planning.setModel(createBuiltinPlanner());
afterAll(() => planning.close());

/** The titles of the plan after each of the messages. */
async function titlesAfter(...messages: string[]): Promise<{ titles: string[]; reply: string }> {
  const { agentId } = (await planning.request("POST", "/api/agents", { name: "Going back" })).body;
  let reply = "";
  for (const words of ["1. Collect\n2. Check\n3. Send", ...messages])
    reply = said(await chunksOf(await planning.post(agentId, words)));
  const { body } = await planning.request("GET", `/api/agents/${agentId}/plan`);
  return { titles: body.plan.steps.map((step: { title: string }) => step.title), reply };
}

const ALL = ["Collect", "Check", "Send"];
const WITHOUT_FIRST = ["Check", "Send"];

test.each([
  ["remove step 1", "Go back to r1", "undo"],
  ["remove step 1", "back to revision 1", "undo"],
  ["remove step 1", "go back to the first plan", "undo"],
  ["remove step 1", "Go back to r1", "redo"],
  ["remove step 1", "undo", "redo"],
])("who says %s, then %s, then %s is where they were before", async (...messages) => {
  expect((await titlesAfter(...messages)).titles).toEqual(WITHOUT_FIRST);
});

test("what is undone of a way back can be done again, and a second undo goes on from where one was", async () => {
  const back = ["remove step 1", "Go back to r1", "undo"];

  expect((await titlesAfter(...back, "redo")).titles).toEqual(ALL);
  expect((await titlesAfter(...back, "undo")).titles).toEqual(ALL);
});

test("after a plain undo of the only change there is nothing more to undo", async () => {
  const { titles, reply } = await titlesAfter("remove step 1", "undo", "undo");

  expect(titles).toEqual(ALL);
  expect(reply).toBe("There is nothing to undo.");
});
