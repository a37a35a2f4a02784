import { afterAll, expect, test } from "vitest";
import { MEETS, openStepWorld } from "#test/agent/step-world.ts";
import { apiError, jsonText, text } from "#test/openai-simulator.ts";
import { samplesOf } from "#test/samples.ts";

const world = await openStepWorld();
afterAll(() => world.close());
const { simulator } = world;

test("the calls of a step count by what they are for: its answer, the judgement, its input", async () => {
  simulator.reply(text("Three orders came in."), jsonText(MEETS));
  await world.think({ step: {} });
  simulator.reply(jsonText({ path: "missing.txt" }));
  await world.think({ step: { kind: "tool", tool: "read_file" } });
  simulator.reply(apiError(500, "Down."));
  await world.think({ step: {} });

  const samples = samplesOf((await world.metrics.exposed()).body);
  const calls = Object.entries(samples).filter(([name]) => name.startsWith("stepwright_model_calls_total"));

  const call = (purpose: string, usage: string) =>
    `stepwright_model_calls_total{model="sim-model",purpose="${purpose}",usage="${usage}"}`;
  expect(Object.fromEntries(calls)).toEqual({
    [call("step", "told")]: 1,
    [call("judge", "told")]: 1,
    [call("input", "told")]: 1,
    [call("step", "unknown")]: 1,
  });
  expect(samples).toMatchObject({
    'stepwright_model_tokens_total{model="sim-model",kind="input"}': 36,
    'stepwright_model_call_duration_seconds_count{purpose="judge"}': 1,
  });
});
