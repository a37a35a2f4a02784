import { afterAll, expect, test } from "vitest";
import { planHashOf } from "#server/services/plan-hash.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { chunksOf, dataOf, openPlanning } from "#test/planning.ts";
import { scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

const planWith = (step: Partial<Step>, over: Partial<Plan> = {}): Plan => ({
  ...makePlan({ fetch: [], send: ["fetch"] }, { send: step }),
  ...over,
});
const plain = planWith({ title: "Send digest" });
const restated = planWith(
  { title: "Send digest", maxAttempts: 3, timeoutSeconds: 300, onError: "skip_dependents" },
  { budget: {} },
);
const other = planWith({ title: "Send digest", maxAttempts: 1 });

async function paste(agentId: string, plan: Plan) {
  planning.setModel(scriptedModel());
  return chunksOf(await planning.post(agentId, JSON.stringify(plan)));
}

test("plans of the same content have one hash, whatever the order of fields and the defaults written out", () => {
  const { title, ...others } = plain;

  expect(planHashOf({ ...others, title })).toBe(planHashOf(plain));
  expect(planHashOf(restated)).toBe(planHashOf(plain));
  expect(planHashOf(other)).not.toBe(planHashOf(plain));
  expect(planHashOf(plain)).toMatch(/^[0-9a-f]{64}$/);
});

test("coming back to a content gives its snapshot again, also with defaults written out", async () => {
  const { body } = await planning.request("POST", "/api/agents", { name: "Same content" });
  const agentId = String(body.agentId);
  const save = () => planning.request("POST", `/api/agents/${agentId}/snapshots`);

  await paste(agentId, plain);
  const first = await save();
  expect(dataOf(await paste(agentId, plain), "revision")).toEqual([]);

  expect(dataOf(await paste(agentId, other), "revision")).toMatchObject([{ revision: 2 }]);
  const second = await save();
  expect(dataOf(await paste(agentId, restated), "revision")).toMatchObject([{ revision: 3 }]);
  const third = await save();

  expect([first.status, second.status, third.status]).toEqual([201, 201, 200]);
  expect(third.body.snapshotId).toBe(first.body.snapshotId);
  expect(second.body.snapshotId).not.toBe(first.body.snapshotId);
});
