import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiClient } from "#server/commands/api-client.ts";
import type { Context } from "#server/context.ts";
import { openTestContext, serveApp } from "#test/serve-app.ts";
import { type ConversationCase, planOfGraph } from "./conversation-case.ts";
import { productSessions } from "./product-session.ts";
import { readCases } from "./read-cases.ts";
import { runToolCase } from "./run-case.ts";
import { runConversation } from "./run-conversation.ts";
import type { OpenSession } from "./session.ts";

let world: { ctx: Context; close: () => Promise<void> };
let served: { url: string; close: () => Promise<void> };
let open: OpenSession;

beforeAll(async () => {
  world = await openTestContext();
  served = await serveApp(world.ctx);
  open = productSessions(createApiClient(served.url, null), null);
});

afterAll(async () => {
  await served.close();
  await world.close();
});

const chain = planOfGraph(
  ["Collect", "Sort", "Print"].map((title, index, titles) => ({
    id: title.toLowerCase(),
    title,
    dependsOn: index === 0 ? [] : [(titles[index - 1] ?? "").toLowerCase()],
  })),
);

test("a plan is brought in as it is, and a turn tells what was said, called and changed", async () => {
  const session = await open("case", chain);
  expect(session.plan()).toEqual(chain);

  const turn = await session.say("remove step 2");

  expect(turn).toMatchObject({ changed: true, notices: [], refused: [], called: [{ name: "edit_plan" }] });
  expect(turn.reply).toContain("Sort");
  expect(turn.modelCalls).toBe(2);
  expect(turn.inputTokens).toBeGreaterThan(1000);
  expect(session.plan()?.steps.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ["collect", []],
    ["print", ["collect"]],
  ]);
});

test("after a wrong turn the right plan is put in, and undo leads to the plan before that turn", async () => {
  const session = await open("case", chain);
  await session.say("remove step 2");
  const right = { ...chain, steps: chain.steps.map((step) => ({ ...step, dependsOn: [] })) };

  await session.putRight("let all start at once", right, "All start at once.", null);
  expect(session.plan()).toEqual(right);
  expect(session.planAt(2)).toEqual(right);
  await session.say("undo");

  expect(session.plan()).toEqual(chain);
});

test("a case with tools is judged on what the product stores", async () => {
  const { tools } = readCases(new URL("../cases", import.meta.url).pathname);
  const record = tools.find(({ id }) => id === "tool-restore-step-01");

  const outcome = record && (await runToolCase(open, record, []));

  expect(outcome).toMatchObject({ fault: null, collateral: [], invented: false, unasked: false });
});

const turnSaying = (say: string): ConversationCase["turns"][number] => ({
  category: "rename",
  say,
  reply: "Step 1 is called Gather.",
  expect: {
    type: "edit",
    outcomes: [{ changed: [{ id: "collect", title: "Gather", dependsOn: [] }] }],
  },
});
const slipping: ConversationCase = {
  id: "slip",
  shapes: [],
  plan: chain.steps.map(({ id, title, dependsOn }) => ({ id, title, dependsOn })),
  turns: [
    turnSaying('rename step 2 to "Gather"'),
    {
      category: "remove",
      say: "remove step 3",
      reply: "Step 3 is gone.",
      expect: { type: "edit", outcomes: [{ removed: ["print"] }] },
    },
  ],
};

test("a wrong turn costs one turn, since the next is asked of the plan that was expected", async () => {
  const outcomes = await runConversation(open, slipping);

  expect(outcomes.map(({ fault }) => fault)).toEqual([expect.stringContaining("Collect"), null]);
});

test("to the end, a slip that stays in the plan costs the turns behind it too", async () => {
  const outcomes = await runConversation(open, slipping, { toTheEnd: true });

  expect(outcomes.every(({ fault }) => fault !== null)).toBe(true);
});
