import { afterAll, expect, test } from "vitest";
import { chunksOf, openPlanning, said } from "#test/planning.ts";
import { proposalOf } from "#test/proposal.ts";
import { scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

async function newAgent(): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Stop" });
  return body.agentId;
}

async function messagesOf(agentId: string) {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/messages`);
  return body.items.reverse();
}

const stop = (agentId: string, query = "") =>
  planning.request("POST", `/api/agents/${agentId}/chat/stop${query}`);

test("a message that waits for its turn is stopped at once, and the one ahead goes on", async () => {
  const agentId = await newAgent();
  const model = scriptedModel({ say: "Long answer ", stalls: true }, { say: "Third." });
  planning.setModel(model);
  const first = await planning.post(agentId, "First", { id: "first" });
  const second = await planning.post(agentId, JSON.stringify(proposalOf("Collect")), { id: "second" });
  const third = await planning.post(agentId, "Third", { id: "third" });

  await stop(agentId, "?messageId=second");
  const stopped = await chunksOf(second);

  expect(stopped.at(-1)).toMatchObject({ type: "finish", messageMetadata: { stopped: true } });
  expect(model.doStreamCalls).toHaveLength(1);
  await stop(agentId);
  expect(said(await chunksOf(first))).toBe("Long answer ");
  expect(said(await chunksOf(third))).toBe("Third.");
  const messages = await messagesOf(agentId);
  expect(messages.map((item: { metadata: { stopped?: boolean } }) => item.metadata.stopped ?? false)).toEqual(
    [false, true, false, true, false, false],
  );
  expect((await planning.request("GET", `/api/agents/${agentId}/plan`)).body.revision).toBe(0);
});

test("stopping twice, or when nothing is under way, does no harm", async () => {
  const agentId = await newAgent();
  planning.setModel(scriptedModel({ say: "Long answer ", stalls: true }));
  const before = await stop(agentId);
  const response = await planning.post(agentId, "Tell me", { id: "m" });

  const [once, twice] = await Promise.all([stop(agentId, "?messageId=m"), stop(agentId, "?messageId=m")]);
  await chunksOf(response);
  const after = await stop(agentId, "?messageId=m");

  expect([before, once, twice, after].map((answer) => answer.status)).toEqual([204, 204, 204, 204]);
  expect((await messagesOf(agentId))[1].metadata.stopped).toBe(true);
});

test("another wording that is sent while the first is answered waits, and then takes its change back", async () => {
  const agentId = await newAgent();
  const model = scriptedModel(
    { calls: [{ name: "propose_plan", input: proposalOf("Collect", "Send") }] },
    { say: "There are ", stalls: true },
    { calls: [{ name: "propose_plan", input: proposalOf("Cook") }] },
    { say: "One step." },
  );
  planning.setModel(model);
  const first = await planning.post(agentId, "Plan it", { id: "first" });
  const second = await planning.post(agentId, "Plan dinner", { id: "second", supersedes: "first" });

  await expect.poll(() => model.doStreamCalls.length).toBe(2);
  await stop(agentId);
  await chunksOf(first);
  expect(said(await chunksOf(second))).toBe("One step.");

  const { body } = await planning.request("GET", `/api/agents/${agentId}/plan`);
  expect(body.revision).toBe(2);
  expect(body.plan.steps.map((step: { title: string }) => step.title)).toEqual(["Cook"]);
});
