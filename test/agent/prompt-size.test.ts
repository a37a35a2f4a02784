import { asSchema, type Tool } from "ai";
import { expect, test } from "vitest";
import { planContext } from "#server/agent/plan-context.ts";
import { plannerInstructions } from "#server/agent/planner-instructions.ts";
import { offeredTools, plannerTools } from "#server/agent/planner-tools.ts";
import { nothingHappened, type Turn } from "#server/agent/turn.ts";
import { makePlan } from "#test/make.ts";
import { makeState } from "#test/planning-state.ts";
import { makeSchedule } from "./builtin/trigger-session.ts";

const CHARACTERS_PER_TOKEN = 4;

test("a request about a plan of 100 steps with schedules and webhooks stays within 7,000 tokens", async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `collect-figures-of-region-${index + 1}`);
  const plan = makePlan(
    Object.fromEntries(ids.map((id, index) => [id, ids.slice(Math.max(0, index - 1), index)])),
  );
  const schedules = Array.from({ length: 10 }, (_, index) => makeSchedule({ scheduleId: `sch_${index}` }));
  const webhooks = Array.from({ length: 10 }, () => ({
    title: "Orders of the shop",
    scheme: "standard" as const,
    enabled: true,
  }));
  const state = makeState(plan, { schedules, webhooks });
  const parts: Omit<Turn, "ctx"> = {
    state,
    messageId: "m1",
    emit: () => {},
    happened: nothingHappened(),
    startsOver: false,
    hasRead: null,
    changing: [],
  };
  // What is missing only a tool's own execute would use.
  const tools: Record<string, Tool> = plannerTools(parts as Turn);

  const shown = offeredTools(parts, tools).map(async (name) => {
    const tool = tools[name];
    if (tool === undefined) throw new Error(`There is no tool "${name}".`);
    const { description, inputSchema } = tool;
    return JSON.stringify({ name, description, parameters: await asSchema(inputSchema).jsonSchema });
  });
  const text = [
    plannerInstructions(state),
    ...(await Promise.all(shown)),
    planContext({ state, words: "Make it 10 instead.", changedLast: false, seen: null, lastTurn: "" }),
  ].join("\n");

  expect(text.length / CHARACTERS_PER_TOKEN).toBeLessThan(7_000);
  expect(text).toContain("and 4 more. It is ");
});
